extension WorkingCopy {
  /// Reads one item with its edges from the server and holds it, whatever the slice.
  ///
  /// A pin is kept across loads until ``unpin(_:)`` or the item's purge. An item that was made here
  /// and isn't sent yet is pinned without a request; the pin moves when the server answers with
  /// another id. Pinning again reads again.
  ///
  /// - Throws: `notFound` with code `trashed` when it is in the server's bin, with code `not_found`
  ///   when there is none; it isn't pinned then. `hydrationIncomplete` before the first load;
  ///   `copyExpired`; `noServer`; `readingHandle`; `network`; by what the server answered
  ///   `unauthorized`, `rateLimited`, `server`, `unnamed`, `redirected`, `decoding`,
  ///   `contractMismatch`; `closed`; `storageFull`; `store`.
  @discardableResult
  public func pin(_ id: String) async throws -> PinReport {
    try await core.pin(id)
  }

  /// Ends the hold of ``pin(_:)``, without a request.
  ///
  /// The item goes with the edges it draws, unless the slice takes it or a change of it waits; then
  /// it goes when the server's answer has come back as an event.
  ///
  /// - Throws: `readingHandle`, `closed`, `storageFull`, `store`.
  @discardableResult
  public func unpin(_ id: String) async throws -> PinReport {
    try await core.unpin(id)
  }

  /// Full-text search among the items of a saved view, best first.
  ///
  /// - Parameters:
  ///   - query: the words; in double quotes, a phrase.
  ///   - id: the view.
  ///   - limit: at most so many; negative is none.
  /// - Throws: as ``Items/list(inView:sort:limit:offset:)``.
  public func search(_ query: String, inView id: String, limit: Int = 20) async throws
    -> [SearchHit]
  {
    try await core.search(query, limit: limit) { try $0.query(ofView: id).query }
  }
}
