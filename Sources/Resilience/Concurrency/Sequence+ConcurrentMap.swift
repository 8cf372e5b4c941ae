extension Sequence where Element: Sendable {
  /// Transforms the elements at the same time and answers the results in the order of the input.
  ///
  /// - Parameters:
  ///   - limit: the most transforms at one time; less than 1 counts as 1.
  ///   - transform: what is done to each element.
  /// - Returns: one result for each element, in the order of the elements.
  /// - Throws: the first failure; the others are cancelled and waited for. A real failure wins
  ///   over a cancellation.
  public func concurrentMap<T: Sendable>(
    limit: Int, _ transform: @escaping @Sendable (Element) async throws -> T
  ) async throws -> [T] {
    try await withThrowingTaskGroup(of: (Int, T).self) { group in
      var results: [Int: T] = [:]
      var elements = enumerated().makeIterator()
      var failure: (any Error)?

      func startNext() -> Bool {
        guard failure == nil, let (index, element) = elements.next() else { return false }
        group.addTask { (index, try await transform(element)) }
        return true
      }

      var running = 0
      while running < Swift.max(limit, 1), startNext() { running += 1 }
      while let result = await group.nextResult() {
        switch result {
        case .success((let index, let value)):
          results[index] = value
          _ = startNext()
        case .failure(let error):
          if failure == nil || (failure?.isCancellation == true && !error.isCancellation) {
            failure = error
          }
          group.cancelAll()
        }
      }
      if let failure { throw failure }
      return results.sorted { $0.key < $1.key }.map(\.value)
    }
  }
}
