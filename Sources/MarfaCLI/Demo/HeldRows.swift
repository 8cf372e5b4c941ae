import Marfa
import MarfaModel
import MarfaServer

/// Every row that somebody holds: the digest of each, and one digest over all of them.
struct HeldRows: Sendable {
  /// Who holds them.
  let holder: String
  /// The digest of each item, by its id.
  private(set) var items: [String: String] = [:]
  /// The digest of each edge, by its id.
  private(set) var edges: [String: String] = [:]

  /// Makes an empty set.
  init(holder: String) {
    self.holder = holder
  }

  /// Reads every row of a device's copy, those in the bin too.
  init(of device: DemoDevice, edgeTypes: [String]) async throws {
    self.init(holder: device.name)
    let page: UInt32 = 500
    var offset: UInt32 = 0
    while true {
      let rows = try await device.copy.items.list(
        ListFilters(allStates: true, limit: page, offset: offset),
        sort: Sort(field: .createdAt, direction: .ascending))
      for row in rows { try add(row) }
      if rows.count < Int(page) { break }
      offset += page
    }
    for type in edgeTypes {
      for edge in try await device.copy.edges.ofType(type) { try add(edge) }
    }
  }

  /// Adds an item.
  mutating func add(_ item: Item) throws {
    let text: JSONObject = [
      "id": .string(item.id), "type": .string(item.type), "state": .string(item.state.rawValue),
      "tier": item.tier.map { .string($0.rawValue) } ?? .null, "version": .integer(item.version),
      "properties": .object(item.properties), "tags": .array(item.tags.map { .string($0) }),
      "source": .string(item.source), "source_id": item.sourceId.map { .string($0) } ?? .null,
      "occurred_at": .string(item.occurredAt), "created_at": .string(item.createdAt),
      "updated_at": .string(item.updatedAt),
    ]
    items[item.id] = Digest.sha256(try text.jsonBytes())
  }

  /// Adds an edge.
  mutating func add(_ edge: Edge) throws {
    let text: JSONObject = [
      "id": .string(edge.id), "source_id": .string(edge.sourceId),
      "target_id": .string(edge.targetId), "edge_type": .string(edge.edgeType),
      "properties": .object(edge.properties), "version": .integer(edge.version),
      "created_at": .string(edge.createdAt), "updated_at": .string(edge.updatedAt),
    ]
    edges[edge.id] = Digest.sha256(try text.jsonBytes())
  }

  /// One digest over all rows: SHA-256 of a line `kind id digest` for each, in the order of ids.
  var digest: String {
    var text = ""
    for (kind, rows) in [("item", items), ("edge", edges)] {
      for (id, digest) in rows.sorted(by: { $0.key < $1.key }) {
        text += "\(kind) \(id) \(digest)\n"
      }
    }
    return Digest.sha256(Array(text.utf8))
  }

  /// In words, what is not the same in two sets: rows that one lacks, rows that differ.
  func differences(to other: HeldRows) -> [String] {
    var found: [String] = []
    for (kind, ours, theirs) in [("item", items, other.items), ("edge", edges, other.edges)] {
      for id in Set(ours.keys).union(theirs.keys).sorted() where ours[id] != theirs[id] {
        found.append(
          ours[id] == nil
            ? "\(holder) lacks the \(kind) \(id)"
            : theirs[id] == nil
              ? "\(other.holder) lacks the \(kind) \(id)"
              : "the \(kind) \(id) differs on \(holder) and \(other.holder)")
      }
    }
    return found
  }
}
