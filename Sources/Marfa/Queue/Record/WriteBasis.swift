import MarfaModel

/// What a write was made against, kept to judge later whether it may move onto another version.
struct WriteBasis: Sendable, Hashable {
  /// For an edit, each property it concerns as the person saw it; `null` where there was none.
  ///
  /// For a create, the properties as the copy shows them, kept only where that is not the body's
  /// own properties.
  var properties: JSONObject?
  /// For a delete, the whole row as the person saw it.
  var item: Item?

  /// Makes a basis.
  init(properties: JSONObject? = nil, item: Item? = nil) {
    self.properties = properties
    self.item = item
  }
}
