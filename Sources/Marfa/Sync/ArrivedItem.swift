import MarfaModel

/// A row of an item as a server sends it: the item, its tags, and the edges it draws.
struct ArrivedItem: Sendable {
  /// The item with its tags.
  let item: Item
  /// The edges that it draws, as far as they came along.
  var edges: [Edge] = []
  /// Where to read on, for each edge type of which not all edges came along.
  var unfinished: [(edgeType: String, cursor: String)] = []

  /// Reads `{item, metadata}`.
  ///
  /// - Throws: `decoding` naming the member that cannot be read. Without its tags a row is not
  ///   whole: holding it would drop them.
  init(row: JSONValue) throws(MarfaError) {
    guard let object = row.object else {
      throw .decoding(message: "A row without an item cannot be read.")
    }
    let row = try WireRow(decoding: object)
    guard let metadata = row.metadata else {
      throw .decoding(message: "A row of the server lacks its metadata.")
    }
    item = row.item.item(tags: metadata.tags)
    for block in row.item.edges ?? [] {
      edges += block.page.data
      if let cursor = block.page.nextCursor { unfinished.append((block.edgeType, cursor)) }
    }
  }
}

extension Edge {
  /// Reads an edge as a server sends it.
  ///
  /// - Throws: `decoding` when it cannot be read.
  init(arrived value: JSONValue) throws(MarfaError) {
    guard let object = value.object else {
      throw .decoding(message: "An edge of the server cannot be read.")
    }
    try self.init(decoding: object)
  }
}
