import MarfaModel

/// What a keyed write asked of its sender beside what its door asks; kept with its answer.
///
/// A repeat is judged by it against the grants as they stand then (server-items 1.8). Whoever
/// writes notes each thing where it is judged, so that nothing is asked twice in two places.
struct ReplayNeeds: Sendable, Hashable {
  /// The item that the write was about; of an edge, the one it starts at.
  private(set) var item: String?
  /// Whether the write was about an edge.
  private(set) var isOfEdge = false
  /// The types of items that had to be writable.
  private(set) var types: [String] = []
  /// The source that had to be claimed.
  private(set) var source: String?
  /// The types of edges that had to be writable.
  private(set) var edgeTypes: [String] = []

  /// Nothing yet.
  init() {}

  /// Notes the item that the write is about, and its type.
  mutating func note(item id: String, type: String) {
    item = id
    note(type: type)
  }

  /// Notes a type of items that is written.
  mutating func note(type: String) {
    if !types.contains(type) { types.append(type) }
  }

  /// Notes a source that is written under.
  mutating func note(source: String) { self.source = source }

  /// Notes a type of edges that is written.
  mutating func note(edgeType: String) {
    if !edgeTypes.contains(edgeType) { edgeTypes.append(edgeType) }
  }

  /// Notes the edge that the write is about, by its type and where it starts.
  mutating func note(edgeOfType edgeType: String, from id: String, ofType type: String) {
    isOfEdge = true
    note(item: id, type: type)
    note(edgeType: edgeType)
  }
}

extension ReplayNeeds {
  /// As the ledger stores it.
  var json: JSONObject {
    var object: JSONObject = [:]
    if let item { object["item"] = .string(item) }
    if isOfEdge { object["edge"] = true }
    if !types.isEmpty { object["types"] = .array(types.map { .string($0) }) }
    if let source { object["source"] = .string(source) }
    if !edgeTypes.isEmpty { object["edge_types"] = .array(edgeTypes.map { .string($0) }) }
    return object
  }

  /// Reads ``json``.
  init(_ object: JSONObject) {
    item = object["item"]?.string
    isOfEdge = object["edge"]?.bool ?? false
    types = object["types"]?.array?.compactMap(\.string) ?? []
    source = object["source"]?.string
    edgeTypes = object["edge_types"]?.array?.compactMap(\.string) ?? []
  }
}
