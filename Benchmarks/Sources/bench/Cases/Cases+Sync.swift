import CBaseline
import Foundation
import Marfa
import MarfaServer

extension Cases {
  /// How many events a catch-up has to apply at full size.
  private static let eventCount = 50_000

  static let events = Case(
    name: "apply-events",
    summary: "a catch-up of many events, searchable, against inserting the rows in one transaction",
    unit: .seconds, goal: .atMost(3.0),
    ours: { workspace in
      let count = min(workspace.items, workspace.scaled(eventCount))
      let folder = try workspace.fresh("events-server")
      let file = try workspace.fresh("events").appending(path: "copy.marfa")
      // Loaded while the server is empty, so that every row comes as an event.
      let empty = try await RunningServer.start(folder)
      let first = try await WorkingCopy.open(store: file, server: empty.reach)
      try await first.hydrate(types: ["core.note"], tier: .library)
      await first.close()
      let port = empty.server.address.port ?? 0
      await empty.server.stop()
      try seedEvents(folder.appending(path: "marfa.db"), workspace, count)
      let running = try await RunningServer.start(folder, port: port)
      let copy = try await WorkingCopy.open(store: file, server: running.reach)
      var watch = Stopwatch()
      let report = try await watch.time { try await copy.catchUp() }
      // The index belongs to it: rows that wait for it are taken in by the first search.
      let applying = watch.seconds
      _ = try await watch.time { try await copy.search(workspace.corpus.queries[0]) }
      await copy.close()
      await running.server.stop()
      guard report.applied == UInt64(count) else {
        throw BaselineError(description: "\(report.applied) of \(count) events were applied")
      }
      return Case.Sample(
        value: watch.seconds,
        note: String(format: "%.1f s to apply, the rest to index", applying))
    },
    theirs: { workspace in
      let count = min(workspace.items, workspace.scaled(eventCount))
      let path = try await BaselineStore.make(in: workspace.fresh("events-plain"))
      let items = BaselineItems(workspace.corpus, count: count)
      let result = try BaselineError.check(
        baseline_bulk(path, items.items, Int64(items.items.count)))
      return Case.Sample(value: result.seconds)
    })

  /// Puts items and the events of their making into a server's store.
  private static func seedEvents(_ store: URL, _ workspace: Workspace, _ count: Int) throws {
    let items = BaselineItems(workspace.corpus, count: count, ids: .ordered)
    _ = try BaselineError.check(
      baseline_seed(store.path, items.items, Int64(items.items.count), 1))
    _ = try BaselineError.check(
      baseline_run(
        store.path,
        """
        INSERT INTO events (name, item_type, edge_type, members, logged_at)
        SELECT 'item.created', type, NULL, json_object(
          'item', json_object(
            'id', id, 'type', type, 'properties', json(properties), 'state', state, 'tier', tier,
            'version', version, 'schema_version', schema_version, 'source', source,
            'occurred_at', occurred_at, 'created_at', created_at, 'updated_at', updated_at),
          'metadata', json_object(
            'item_id', id, 'tags', json('[]'), 'extensions', json('{}'))),
          CAST(strftime('%s', 'now') AS INTEGER) * 1000
        FROM items ORDER BY seq
        """))
  }

  static let eventDelay = Case(
    name: "event-delay",
    summary: "from sending a change until another copy's held stream tells it, in its round trips",
    unit: .milliseconds, goal: .atMost(2.0),
    ours: { workspace in
      try await timed(workspace) { client, id, version, told in
        _ = try await edit(client, id, version)
        var next = told
        while let change = await next.next() {
          if case .server = change.origin { return next }
        }
        throw BaselineError(description: "the stream ended")
      }
    },
    theirs: { workspace in
      try await timed(workspace) { client, id, version, told in
        _ = try await edit(client, id, version)
        return told
      }
    })

  private static func edit(_ client: Client, _ id: String, _ version: Int) async throws
    -> JSONObject
  {
    try await client.request(
      "PATCH", "/items/\(id)",
      body: [
        "version": .integer(Int64(version)), "properties": ["title": .string("Title \(version)")],
      ])
  }

  /// Runs something for each of many changes of one item, while a copy follows the server.
  private static func timed(
    _ workspace: Workspace,
    _ work: (Client, String, Int, AsyncStream<Change>.Iterator) async throws
      -> AsyncStream<Change>.Iterator
  ) async throws -> Case.Sample {
    let running = try await RunningServer.start(try workspace.fresh("delay-server"))
    let client = Client(server: running.reach)
    let made = try await client.request(
      "POST", "/items",
      body: ["type": "core.note", "properties": ["title": "Title", "body": "Text"]])
    guard let id = made["item"]?.object?["id"]?.string else {
      throw BaselineError(description: "the server made no item")
    }
    let file = try workspace.fresh("delay").appending(path: "copy.marfa")
    let copy = try await WorkingCopy.open(store: file, server: running.reach)
    try await copy.hydrate(types: ["core.note"], tier: .library)
    var told = copy.changes().makeAsyncIterator()
    // The first change may be told late: the stream is still being opened.
    _ = try await edit(client, id, 1)
    while let change = await told.next() {
      if case .server = change.origin { break }
    }
    var watch = Stopwatch()
    for version in 2..<max(50, workspace.scaled(1_000)) {
      told = try await watch.time { try await work(client, id, version, told) }
    }
    await copy.close()
    await client.close()
    await running.server.stop()
    return watch.sample
  }
}
