import MarfaEngine
import MarfaModel
import MarfaSQL

/// What is asked of the server for single items.
extension CopyCore {
  func pin(
    _ id: String, from function: StaticString = #function, in file: StaticString = #fileID
  ) async throws -> PinReport {
    try await call(from: function, in: file) { [self] in
      let bench = try requireServer()
      let report = try await Self.toTheEnd {
        try await Pinning(bench: bench).pin(id) { connection, _ in
          // Whoever asked for it keeps it, whatever becomes of a link that had it pinned before.
          _ = try BodyNames(connection).drop(pin: id)
        }
      }
      indexer.touched()
      feed.tell(.refreshed(.pinned), itemId: id)
      return report
    }
  }

  func unpin(
    _ id: String, from function: StaticString = #function, in file: StaticString = #fileID
  ) async throws -> PinReport {
    try await call(from: function, in: file) { [self] in
      try requireWriter()
      let report = try await store.database.write { [store] connection in
        try Pinning.unpin(id, in: try store.rows(connection))
      }
      indexer.touched()
      feed.tell(.refreshed(.unpinned), itemId: id)
      return report
    }
  }

  func purge(
    _ id: String, version: Int64?, from function: StaticString = #function,
    in file: StaticString = #fileID
  ) async throws {
    try await call(from: function, in: file) { [self] in
      let bench = try requireServer()
      try await Self.toTheEnd { try await Purging(bench: bench).purge(id, version: version) }
      indexer.touched()
      feed.tell(.refreshed(.purged), itemId: id)
    }
  }

  func bin(
    type: String?, after cursor: String?, limit: Int,
    from function: StaticString = #function, in file: StaticString = #fileID
  ) async throws -> BinPage {
    try await call(from: function, in: file) { [self] in
      guard let bench = bench?.forCall() else {
        throw MarfaError.noServer(message: MarfaErrorKind.noServer.sentence)
      }
      let types = store.catalog
      let page = try await bench.reads.bin(
        type: type, after: cursor, limit: min(max(1, limit), Tuning.binPageLimit))
      let catalog = try await store.database.read { try types.catalog($0) }
      return BinPage(
        items: page.items.map { ItemRow($0).item(in: catalog) }, nextCursor: page.next)
    }
  }

  /// Runs to its end whatever becomes of the calling task: what was sent may have been done.
  static func toTheEnd<T: Sendable>(
    _ body: @escaping @Sendable () async throws -> T
  ) async throws -> T {
    try await Task { try await body() }.value
  }
}
