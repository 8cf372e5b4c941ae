/// The order in which an item's properties are kept and answered.
///
/// Names that are array indices come first, by their number, as an object of the interface's own
/// language would list them. The rest depends on the write: see ``creating(_:of:)``,
/// ``merging(_:onto:)`` and ``replacing(with:)``.
public enum PropertyOrder {
  /// The order after a create: declared fields as a read of the type lists them, then the others.
  public static func creating(_ sent: JSONObject, of type: ResolvedType) -> JSONObject {
    var ordered = JSONObject()
    for field in type.fields {
      if let value = sent[field.name] { ordered[field.name] = value }
    }
    for (name, value) in sent where type[name] == nil { ordered[name] = value }
    return indicesFirst(ordered)
  }

  /// The order after a merge: stored properties keep their places, added ones follow as sent.
  public static func merging(_ sent: JSONObject, onto stored: JSONObject) -> JSONObject {
    var merged = stored
    for (name, value) in sent { merged[name] = value }
    return indicesFirst(merged)
  }

  /// The order after a replacement: as sent.
  public static func replacing(with sent: JSONObject) -> JSONObject { indicesFirst(sent) }

  /// Moves the names that are array indices to the front, by their number.
  ///
  /// - Returns: the same object when no name is one.
  public static func indicesFirst(_ object: JSONObject) -> JSONObject {
    let indices = object.keys.compactMap { name in index(name).map { ($0, name) } }
    guard !indices.isEmpty else { return object }
    var ordered = JSONObject()
    for (_, name) in indices.sorted(by: { $0.0 < $1.0 }) { ordered[name] = object[name] }
    for (name, value) in object where index(name) == nil { ordered[name] = value }
    return ordered
  }

  /// The number that a name spells as an array index: a plain decimal from 0 to 4294967294.
  static func index(_ name: String) -> UInt32? {
    guard (1...10).contains(name.utf8.count), name.utf8.allSatisfy({ (48...57).contains($0) }),
      let number = UInt32(name), number != .max, name == "0" || !name.hasPrefix("0")
    else { return nil }
    return number
  }
}
