import Foundation
import Marfa
import MarfaModel
import Testing

@testable import MarfaCLI

/// A server and two devices that hold all of its notes.
struct Loopback: Sendable {
  let server: LoopbackServer
  let laptop: DemoDevice
  let phone: DemoDevice

  /// The type of every item.
  static let note = "core.note"
  /// The edge types that the devices hold whole.
  static let edgeTypes = ["references", "derived-from"]

  /// Starts a server with what `seed` puts into it, loads both devices, does the work, and closes
  /// everything.
  static func run(
    seed: (Client) async throws -> Void = { _ in },
    _ work: (Loopback) async throws -> Void
  ) async throws {
    let server = try await LoopbackServer()
    try await server.online(seed)
    let laptop = try await DemoDevice.open("laptop", in: server.folder, server: server.server)
    let phone = try await DemoDevice.open("phone", in: server.folder, server: server.server)
    let loopback = Loopback(server: server, laptop: laptop, phone: phone)
    do {
      for device in [laptop, phone] { try await device.hydrate() }
      try await work(loopback)
      await loopback.close()
    } catch {
      await loopback.close()
      throw error
    }
  }

  private func close() async {
    await laptop.copy.close()
    await phone.copy.close()
    await server.stop()
  }

  /// Drains both devices and lets them catch up until nothing is left to learn.
  func settle() async throws {
    for device in [laptop, phone] { _ = try await device.copy.queue.drain() }
    for _ in 0..<10 {
      let first = try await laptop.copy.catchUp()
      let second = try await phone.copy.catchUp()
      if first.applied + second.applied == 0, first.cursor == second.cursor { return }
    }
    Issue.record("The devices do not come to rest.")
  }

  /// Expects both devices and the server to hold the same rows, and answers the server's.
  ///
  /// A row on which a write is held back shows that write, so it is left out for its device.
  @discardableResult
  func expectSame(_ location: SourceLocation = #_sourceLocation) async throws -> ServedRows {
    let served = try await server.online {
      try await ServedRows($0, type: Self.note, edgeTypes: Self.edgeTypes) { _ in }
    }
    for device in [laptop, phone] {
      let held = try await HeldRows(of: device, edgeTypes: Self.edgeTypes)
      let covered = try await device.coveredRows()
      let differing = held.differences(to: served.rows).filter { difference in
        !covered.contains { difference.contains($0) }
      }
      #expect(differing == [], sourceLocation: location)
      if covered.isEmpty {
        #expect(held.digest == served.rows.digest, sourceLocation: location)
      }
      if !differing.isEmpty { try await explain(device, served, location) }
    }
    return served
  }

  /// Shows every item that a device holds otherwise than the server.
  private func explain(_ device: DemoDevice, _ served: ServedRows, _ location: SourceLocation)
    async throws
  {
    let held = try await device.copy.items.list(ListFilters(allStates: true, limit: 10_000))
    for item in held where served.items[item.id] != nil {
      let (ours, theirs) = (Self.shown(item), served.items[item.id].map { Self.shown($0) })
      if ours != theirs {
        Issue.record(
          "\(device.name): \(ours)\nserver: \(theirs ?? "")", sourceLocation: location)
      }
    }
  }

  private static func shown(_ item: Item) -> String {
    WireRow(
      item: WireItem(item), metadata: WireMetadata(itemId: item.id, tags: item.tags)
    ).json.description
  }
}

extension DemoDevice {
  /// Loads every note, and the edges whole.
  func hydrate() async throws {
    try await copy.hydrate(types: [Loopback.note], tier: .all, edgeTypes: Loopback.edgeTypes)
  }

  /// The rows that show a write which the server did not take and which is not given up.
  func coveredRows() async throws -> Set<String> {
    Set(
      try await copy.queue.all().flatMap { write -> [String] in
        switch write.verdict {
        case .blocked, .dead: [write.itemId, write.edgeId].compactMap(\.self)
        case nil, .accepted, .merged, .conflicted, .refused: []
        }
      })
  }

  /// Queues a note and answers its id.
  func note(_ title: String, _ body: String = "body", tags: [String] = []) async throws -> String {
    let write = try await copy.items.create(
      Draft(
        type: Loopback.note, properties: ["title": .string(title), "body": .string(body)],
        tags: tags))
    return try #require(write.itemId)
  }

  /// Queues a change of one property of a held item.
  @discardableResult
  func set(_ id: String, _ name: String, _ value: JSONValue) async throws -> QueuedWrite {
    let item = try #require(try await copy.items.get(id))
    return try await copy.items.update(
      id, Edit(properties: [name: value], baseVersion: item.version))
  }

  /// The text of a property of a held item.
  func text(_ id: String, _ name: String) async throws -> String? {
    try await copy.items.get(id)?.properties[name]?.string
  }
}

extension Client {
  /// Makes a note on the server and answers its id.
  @discardableResult
  func note(_ title: String, _ body: String = "body", tags: [String] = []) async throws -> String {
    let row = try await request(
      "POST", "/items",
      body: [
        "type": "core.note", "properties": ["title": .string(title), "body": .string(body)],
        "tags": .array(tags.map { .string($0) }),
      ])
    return try #require(row["item"]?.object?["id"]?.string)
  }
}
