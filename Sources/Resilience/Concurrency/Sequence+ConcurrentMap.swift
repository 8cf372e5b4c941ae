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
    try await numberedResults(limit: limit, transform).sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// Loads something for each element at the same time, in the order in which the loads end.
  ///
  /// The order of the input is not kept, and two runs may differ; ``concurrentMap(limit:_:)``
  /// keeps it.
  ///
  /// - Parameters:
  ///   - limit: the most loads at one time, 8 by default; less than 1 counts as 1.
  ///   - load: what is done for each element.
  /// - Returns: one result for each element, the one that came first in front.
  /// - Throws: as ``concurrentMap(limit:_:)``.
  public func loadAll<T: Sendable>(
    limit: Int = 8, _ load: @escaping @Sendable (Element) async throws -> T
  ) async throws -> [T] {
    try await numberedResults(limit: limit, load).map(\.1)
  }

  /// The results in the order in which they came, each with its element's place.
  private func numberedResults<T: Sendable>(
    limit: Int, _ transform: @escaping @Sendable (Element) async throws -> T
  ) async throws -> [(Int, T)] {
    try await withThrowingTaskGroup(of: (Int, T).self) { group in
      var results: [(Int, T)] = []
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
        case .success(let numbered):
          results.append(numbered)
          _ = startNext()
        case .failure(let error):
          if failure == nil || (failure?.isCancellation == true && !error.isCancellation) {
            failure = error
          }
          group.cancelAll()
        }
      }
      if let failure { throw failure }
      return results
    }
  }
}
