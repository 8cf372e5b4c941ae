/// One kind of lock in the project, at most one of them in a type, and nobody woken under it.
struct LockRule {
  static let others: Set<String> = [
    "NSLock", "NSRecursiveLock", "NSCondition", "Mutex", "OSAllocatedUnfairLock",
    "pthread_mutex_lock", "DispatchSemaphore", "os_unfair_lock",
  ]

  /// What is resumed without waking a task: a connection of the HTTP library, a system's request.
  static let notTasks: Set<String> = ["connection", "task", "source"]

  func findings(in file: SourceFile) -> [Finding] {
    guard file.isSource else { return [] }
    return foreign(in: file) + several(in: file) + waking(in: file)
  }

  /// Waking a task wants a lock of the runtime's that is held while the task's cancellation
  /// handlers run; where those take our lock, two threads wait for each other for good.
  private func waking(in file: SourceFile) -> [Finding] {
    let tokens = file.tokens
    var found: [Finding] = []
    var end = 0
    for place in tokens.indices where tokens[place].text == "withLock" && place >= end {
      guard let body = Self.body(after: place, in: tokens) else { continue }
      end = body.upperBound
      for inner in body.dropFirst(3) where inner + 1 < tokens.count {
        guard tokens[inner - 1].text == ".", tokens[inner + 1].text == "(" else { continue }
        // One step further back over the mark of an optional.
        let receiver = tokens[inner - (tokens[inner - 2].text == "?" ? 3 : 2)].text
        switch tokens[inner].text {
        case "yield": break
        case "resume": if Self.notTasks.contains(receiver) { continue }
        default: continue
        }
        found.append(
          Finding(
            file.path, tokens[inner].line,
            "wake a task after the lock is given back: its cancellation may want the lock"))
      }
    }
    return found
  }

  /// The tokens of a closure that stands behind a call's name.
  private static func body(after place: Int, in tokens: [Token]) -> Range<Int>? {
    var depth = 0
    var start: Int?
    for next in (place + 1)..<tokens.count {
      switch tokens[next].text {
      case "{":
        if depth == 0 { start = next }
        depth += 1
      case "}":
        depth -= 1
        if depth == 0, let start { return start..<next }
        if depth < 0 { return nil }
      default:
        // A call without a closure behind it.
        if start == nil, depth == 0, [";", "=", "let", "var", "return"].contains(tokens[next].text)
        {
          return nil
        }
      }
    }
    return nil
  }

  private func foreign(in file: SourceFile) -> [Finding] {
    guard !file.path.hasPrefix("Sources/Resilience/Locks/") else { return [] }
    return file.tokens.compactMap { token in
      guard token.kind == .word, Self.others.contains(token.text) else { return nil }
      return Finding(
        file.path, token.line,
        "use Resilience.Lock instead of \(token.text): it is the one lock here")
    }
  }

  private func several(in file: SourceFile) -> [Finding] {
    var owners: Set<[String]> = []
    return file.declarations.compactMap { declaration in
      guard declaration.kind == .let || declaration.kind == .var, declaration.depth > 0 else {
        return nil
      }
      let holdsLock = file.tokens[declaration.range].contains { $0.text == "Lock" }
      guard holdsLock, !owners.insert(declaration.enclosing).inserted else { return nil }
      return Finding(
        file.path, declaration.line,
        "a second lock in \(declaration.enclosing.last ?? ""): put both states into one struct")
    }
  }
}
