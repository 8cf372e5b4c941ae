/// One kind of lock in the project, at most one of them in a type.
struct LockRule {
  static let others: Set<String> = [
    "NSLock", "NSRecursiveLock", "NSCondition", "Mutex", "OSAllocatedUnfairLock",
    "pthread_mutex_lock", "DispatchSemaphore", "os_unfair_lock",
  ]

  func findings(in file: SourceFile) -> [Finding] {
    guard file.isSource else { return [] }
    return foreign(in: file) + several(in: file)
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
