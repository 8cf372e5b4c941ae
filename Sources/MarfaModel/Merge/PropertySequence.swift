/// The order of properties that holds whatever was written: that of a JavaScript object.
enum PropertySequence {
  /// The object with the names that are array indices first, ascending; the rest as it stands.
  static func indicesFirst(_ object: JSONObject) -> JSONObject {
    let indices = object.keys.compactMap { key in index(key).map { ($0, key) } }
    guard !indices.isEmpty else { return object }
    var ordered: JSONObject = [:]
    for (_, key) in indices.sorted(by: { $0.0 < $1.0 }) { ordered[key] = object[key] }
    for (key, value) in object where index(key) == nil { ordered[key] = value }
    return ordered
  }

  /// The array index that a name spells canonically: 0 to 2^32 - 2, without leading zeros.
  private static func index(_ name: String) -> UInt32? {
    guard let first = name.utf8.first, (0x30...0x39).contains(first), name.utf8.count <= 10,
      first != 0x30 || name.utf8.count == 1, let index = UInt32(name), index < UInt32.max
    else { return nil }
    return index
  }
}
