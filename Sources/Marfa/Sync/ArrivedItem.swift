import MarfaModel

/// A row of an item as a server sends it: the item, its tags, and the edges it draws.
struct ArrivedItem: Sendable {
  /// The item with its tags.
  let item: Item
  /// The edges that it draws, as far as they came along.
  var edges: [Edge]
  /// Where to read on, for each edge type of which not all edges came along.
  var unfinished: [(edgeType: String, cursor: String)]

  /// Reads `{item, metadata}`.
  ///
  /// - Throws: `decoding` naming the member that cannot be read.
  init(row: JSONValue) throws {
    guard let object = row.object, let wire = object["item"]?.object else {
      throw MarfaError.decoding(message: "A row without an item cannot be read.")
    }
    let tags = object["metadata"]?.object?["tags"]?.array?.compactMap(\.string) ?? []
    guard let item = Item(wire: wire, tags: tags) else {
      throw MarfaError.decoding(message: "An item of the server cannot be read.")
    }
    self.item = item
    edges = []
    unfinished = []
    for (edgeType, block) in wire["edges"]?.object ?? [:] {
      guard let block = block.object, let data = block["data"]?.array else {
        throw MarfaError.decoding(message: "The edges of an item cannot be read.")
      }
      edges += try data.map { try Edge(arrived: $0) }
      if let cursor = block["next_cursor"]?.string { unfinished.append((edgeType, cursor)) }
    }
  }
}

extension Edge {
  /// Reads an edge as a server sends it.
  ///
  /// - Throws: `decoding` when it cannot be read.
  init(arrived value: JSONValue) throws {
    guard let edge = Edge(wire: value.object) else {
      throw MarfaError.decoding(message: "An edge of the server cannot be read.")
    }
    self = edge
  }
}
