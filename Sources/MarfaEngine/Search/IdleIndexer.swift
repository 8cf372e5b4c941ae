import Resilience

/// Folds marked rows into the full-text index once nothing was written for a moment.
///
/// Searches fold by themselves what they need. This keeps the first search after many writes
/// short, and lets readers in other processes find what was written.
package final class IdleIndexer: Sendable {
  /// How long nothing must be written before rows are folded. Shorter gets in the way of a burst
  /// of writes, longer keeps readers waiting.
  package static let idle: Duration = .milliseconds(100)

  private struct State {
    var writes = 0
    var run: Task<Void, Never>?
    var isClosed = false
  }

  private let state = Lock(State())
  private let search: ItemSearch
  private let clock: any WaitingClock

  /// Makes an indexer that waits for a first write.
  package init(_ search: ItemSearch, clock: any WaitingClock) {
    self.search = search
    self.clock = clock
  }

  /// Tells that something was written.
  package func touched() {
    state.withLock { state in
      state.writes += 1
      guard state.run == nil, !state.isClosed else { return }
      state.run = Task { [weak self] in await self?.wait() }
    }
  }

  /// Ends it, after what it is doing. Marks that are left are kept for the next search.
  package func close() async {
    let run = state.withLock { state in
      state.isClosed = true
      state.run?.cancel()
      return state.run
    }
    await run?.value
  }

  private func wait() async {
    while !Task.isCancelled {
      let before = state.withLock { $0.writes }
      do {
        try await clock.sleep(for: Self.idle)
        guard state.withLock({ $0.writes == before }) else { continue }
        try await search.foldAll()
      } catch {
        // A search folds again and meets the same trouble where somebody can be told.
      }
      let isDone = state.withLock { state in
        guard state.writes == before || state.isClosed else { return false }
        state.run = nil
        return true
      }
      if isDone { return }
    }
    state.withLock { $0.run = nil }
  }
}
