import MarfaModel
import MarfaSQL

extension ItemStore {
  /// The tags of an item, in first-written order; none when it is not held.
  package func tags(of id: String) throws -> [String] {
    try connection.first("SELECT tags FROM items WHERE id = ?1", [.text(id)]) {
      try ItemRow.tags($0, 0)
    } ?? []
  }

  /// Makes these the whole set of an item's tags. A repeated tag counts once, at its first place.
  ///
  /// - Parameter updatedAt: when it changed; `nil` leaves the time.
  /// - Returns: whether the item is held.
  @discardableResult
  package func setTags(_ tags: [String], of id: String, updatedAt: String? = nil) throws -> Bool {
    let tags = Self.distinct(tags)
    let changed = try connection.run(
      "UPDATE items SET tags = ?2, updated_at = coalesce(?3, updated_at) WHERE id = ?1",
      [.text(id), SQLValue(try ItemRow.json(tags: tags)), SQLValue(updatedAt)])
    guard changed > 0 else { return false }
    try index(tags, of: id, replacing: true)
    try ItemIndexing(connection).mark(id)
    return true
  }

  /// Adds those of the tags that an item doesn't carry yet, at the end.
  ///
  /// - Returns: whether the item is held.
  @discardableResult
  package func addTags(_ tags: [String], to id: String, updatedAt: String? = nil) throws -> Bool {
    try setTags(try self.tags(of: id) + tags, of: id, updatedAt: updatedAt)
  }

  /// Takes one tag off an item.
  ///
  /// - Returns: whether the item is held.
  @discardableResult
  package func removeTag(_ tag: String, from id: String, updatedAt: String? = nil) throws -> Bool {
    try setTags(try tags(of: id).filter { $0 != tag }, of: id, updatedAt: updatedAt)
  }

  /// Tags are one when their bytes are: the database compares them so, Swift's strings don't.
  static func distinct(_ tags: [String]) -> [String] {
    guard tags.count > 1 else { return tags }
    var seen = Set<[UInt8]>()
    return tags.filter { seen.insert(Array($0.utf8)).inserted }
  }
}
