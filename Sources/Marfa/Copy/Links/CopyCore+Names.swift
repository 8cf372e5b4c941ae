import MarfaEngine
import MarfaModel
import MarfaSQL

/// What the names in bodies mean that the copy can't tell alone.
extension CopyCore {
  /// Asks the server for the names that wait, and queues the edges that come of them.
  ///
  /// It runs before a drain sends anything, so that the edges go in that pass, and after a load or
  /// a catch-up. At the first trouble that passes by itself it gives up, and the names go on
  /// waiting; whatever else follows tells of the trouble.
  func resolveNames(_ bench: SyncBench) async {
    do {
      guard try await store.database.read({ try BodyNames($0).isAtWork() }) else { return }
      // A drain and a load may both want it: two at once would write over each other's answers.
      try await naming.pass { try await resolveWaiting(bench) }
    } catch {
      // Told by the request that comes next.
    }
  }

  private func resolveWaiting(_ bench: SyncBench) async throws {
    if try await store.database.read({ try BodyNames($0).isToSettle() }) {
      try await queue { writer in
        let records = try writer.settleBodies()
        return ((), Queued.changes(records))
      }
    }
    let waiting = try await unexplained(bench)
    guard !waiting.rows.isEmpty else { return }
    try await bench.confirmInstance(try await bench.meta())
    let questions = NameQuestions(bench: bench, catalog: waiting.catalog)
    for row in waiting.rows {
      do {
        try await resolve(row, questions, bench)
      } catch let error as MarfaError {
        switch error {
        // It says something of this name alone; the others are asked all the same.
        case .decoding, .unnamed, .notFound: continue
        default: throw error
        }
      }
    }
  }

  /// The names to ask for: those that wait, and those answered before that other held items have
  /// come to answer to since.
  private func unexplained(_ bench: SyncBench) async throws -> (
    rows: [BodyNames.Row], catalog: TypeCatalog
  ) {
    let types = store.catalog
    return try await store.database.read { connection in
      let catalog = try types.catalog(connection)
      let store = NameStore(connection, catalog)
      let rows = try BodyNames(connection).unexplained().filter { row in
        if case .pending = row.target { return true }
        return try row.heldIds(in: store, catalog).count != row.held
      }
      return (rows, catalog)
    }
  }

  private func resolve(
    _ row: BodyNames.Row, _ questions: NameQuestions, _ bench: SyncBench
  ) async throws {
    // The copy first: an item may have come since that answers to the name here.
    let found = try await queue { writer -> ((BodyNames.Row, [String], [String])?, [Change]) in
      guard let now = try writer.present(row) else { return (nil, []) }
      if case .item(let id) = now.target {
        let records = try writer.explain(now, as: .item(id: id), held: 0, isPinned: false)
        return (nil, Queued.changes(records))
      }
      let names = NameStore(writer.connection, writer.rows.catalog)
      return (
        (
          now, try now.heldIds(in: names, writer.rows.catalog),
          try now.heldIds(in: names, writer.rows.catalog, whole: true)
        ), []
      )
    }
    guard let (now, held, whole) = found else { return }
    let target: BodyTarget
    do {
      target = try await ask(now, held, whole, questions)
    } catch let error as MarfaError {
      guard let reason = Self.refusal(error) else { throw error }
      target = .refused(reason: reason)
    }
    var isPinned = false
    if case .item(let id) = target, id != now.host {
      let isHeld = try await store.database.read { try ItemStore($0).holds(id) }
      if !isHeld {
        isPinned = try await !Pinning(bench: bench).pin(id) { connection, wasPinned in
          if !wasPinned { try BodyNames(connection).keep(pin: id) }
        }.wasPinned
      }
    }
    let (pinned, count) = (isPinned, Int64(held.count))
    try await queue { writer in
      let records = try writer.explain(now, as: target, held: count, isPinned: pinned)
      return ((), Queued.changes(records))
    }
  }

  private func ask(
    _ row: BodyNames.Row, _ held: [String], _ whole: [String], _ questions: NameQuestions
  ) async throws -> BodyTarget {
    let catalog = try await store.database.read { [types = store.catalog] in
      try types.catalog($0)
    }
    let takes = { (type: String) in row.form == .link || catalog.isAtOrUnder(type, "core.file") }
    let name = try await questions.answer(to: row.lastPart, held: held, taking: takes)
    guard row.form == .link, row.text != row.name else { return name.target }
    return NameAnswer.target(
      name: name, whole: try await questions.answer(to: row.text, held: whole, taking: takes))
  }

  /// The server's word for a refusal that asking again would only repeat.
  private static func refusal(_ error: MarfaError) -> String? {
    switch error {
    case .notFound(let code, _), .forbidden(let code, _), .validation(let code, _): code
    case .server(let status, let code, _) where (400..<500).contains(status) && !error.isTransient:
      code
    case .unknownType: "unknown_type"
    default: nil
    }
  }
}

extension BodyNames.Row {
  /// What an embed's path names; a link's name.
  var lastPart: String {
    guard form == .embed else { return name }
    return name.split(separator: "/").last.map(String.init) ?? name
  }

  /// The held items that answer to the name, files alone for an embed.
  ///
  /// - Parameter whole: whether the whole text of a link is asked for, alias and heading included.
  fileprivate func heldIds(in names: NameStore, _ catalog: TypeCatalog, whole: Bool = false) throws
    -> [String]
  {
    try names.items(named: ItemName.folded(whole ? text : lastPart)).filter { item in
      form == .link || catalog.isAtOrUnder(item.type, "core.file")
    }.map(\.id)
  }
}
