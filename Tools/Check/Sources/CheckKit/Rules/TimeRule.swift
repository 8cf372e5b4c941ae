/// The time is read and waited for in one place, so that tests can hand in another.
struct TimeRule {
  static let clocks: Set<String> = [
    "Date", "ContinuousClock", "SuspendingClock", "DispatchTime", "DispatchWallTime",
  ]
  static let functions: Set<String> = [
    "usleep", "nanosleep", "clock_gettime", "gettimeofday", "clock_nanosleep",
  ]
  /// More real sleeps than this in all tests together make them slow and unsteady.
  static let sleepsInTests = 5

  func findings(in file: SourceFile) -> [Finding] {
    guard file.isSource, !isClockFolder(file) else { return [] }
    return reads(in: file).map {
      Finding(
        file.path, $0.line,
        "'\($0.text)' reads or waits for the real time: take the clock that is handed in")
    }
  }

  /// The real sleeps in tests, when there are too many of them.
  func sleeps(in files: [SourceFile]) -> [Finding] {
    let found = files.filter(\.isTest).flatMap { file in
      reads(in: file).filter { $0.text.hasSuffix("sleep") }.map {
        Finding(
          file.path, $0.line,
          "a real sleep, and tests hold more than \(Self.sleepsInTests): use the test clock")
      }
    }
    return found.count > Self.sleepsInTests ? found : []
  }

  private func isClockFolder(_ file: SourceFile) -> Bool {
    file.path.hasPrefix("Sources/Resilience/Clock/") || file.parts.dropLast().contains("Platform")
  }

  private func reads(in file: SourceFile) -> [Token] {
    let tokens = file.tokens
    return tokens.indices.compactMap { index in
      let token = tokens[index]
      guard token.kind == .word else { return nil }
      let before = index > 0 ? tokens[index - 1] : nil
      let next = index + 1 < tokens.count ? tokens[index + 1].text : ""
      let isMember = before?.text == "."
      if Self.functions.contains(token.text), next == "(", !isMember { return token }
      if ["Date", "ContinuousClock", "SuspendingClock"].contains(token.text), next == "(", !isMember
      {
        // `Date(timeIntervalSince1970:)` only converts; `Date()` reads the clock.
        if index + 2 < tokens.count, tokens[index + 2].text == ")" { return token }
      }
      if token.text == "now" || token.text == "sleep" || token.text == "timeIntervalSinceNow" {
        return isRealTime(at: index, tokens) ? token : nil
      }
      if token.text == "sleep", next == "(", !isMember, before?.text != "func" { return token }
      return nil
    }
  }

  /// Whether `.now` or `.sleep` is asked of a clock's type, not of a value that was handed in.
  private func isRealTime(at index: Int, _ tokens: [Token]) -> Bool {
    guard index >= 1, tokens[index - 1].text == "." else { return false }
    guard index >= 2 else { return true }
    let owner = tokens[index - 2]
    if owner.kind == .word, !Self.keywords.contains(owner.text) {
      return Self.clocks.contains(owner.text) || owner.text == "Task" || owner.text == "Thread"
    }
    if owner.text == ">" {
      // `Task<Never, Never>.sleep`
      return tokens[..<index].suffix(8).contains { $0.text == "Task" }
    }
    // An implicit member, `= .now`: real time when its line says what it is a member of.
    let line = tokens[index].line
    return tokens.contains { $0.line == line && Self.clocks.contains($0.text) }
  }

  private static let keywords: Set<String> = ["return", "in", "try", "await", "case", "else"]
}
