/// A `*StateMachine.swift` is a pure value: no waiting, no clock, no lock, no catch-all branch.
struct StateMachineRule {
  static let forbidden: Set<String> = [
    "await", "async", "Task", "Lock", "NSLock", "Date", "sleep", "ContinuousClock",
    "SuspendingClock", "FileManager", "Thread", "DispatchQueue", "actor", "print",
  ]

  func findings(in file: SourceFile) -> [Finding] {
    guard file.isSource, file.stem.hasSuffix("StateMachine") else { return [] }
    return file.tokens.enumerated().compactMap { index, token in
      guard token.kind == .word else { return nil }
      if Self.forbidden.contains(token.text) {
        return Finding(
          file.path, token.line,
          "a state machine is pure: '\(token.text)' belongs to the part that runs it")
      }
      if token.text == "default", index + 1 < file.tokens.count, file.tokens[index + 1].text == ":"
      {
        return Finding(
          file.path, token.line,
          "a state machine is total: name the cases instead of 'default:'")
      }
      return nil
    }
  }

  /// Each machine has a test that walks it.
  func missingTests(in files: [SourceFile]) -> [Finding] {
    let tests = files.filter(\.isTest)
    return files.filter { $0.isSource && $0.stem.hasSuffix("StateMachine") }.compactMap { file in
      let name = file.stem
      let isTested = tests.contains { $0.tokens.contains { $0.kind == .word && $0.text == name } }
      return isTested
        ? nil : Finding(file.path, 1, "no test names \(name): walk its states and events in one")
    }
  }
}
