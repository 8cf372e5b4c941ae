/// What a tag may be, and how many of them an item may carry.
public enum TagRules {
  /// The most UTF-16 units of a tag.
  public static let lengthLimit = 128

  /// The most tags of an item, and the most that one write may name.
  public static let countLimit = 100

  /// What is wrong with a tag, in a sentence; `nil` when it can be used.
  public static func fault(in tag: String) -> String? {
    if tag.unicodeScalars.allSatisfy(isSpace) { return "A tag cannot be empty." }
    if tag.utf16.count > lengthLimit { return "A tag has at most \(lengthLimit) characters." }
    return nil
  }

  /// The tags of an item after some are added: a set in first-written order.
  ///
  /// - Throws: `validation_error` for a bad tag, for more than ``countLimit`` named (repeated ones
  ///   counted), or when the item would have more than that and more than before.
  public static func adding(
    _ named: [String], to held: [String], path: String = "tags"
  ) throws(RuleRefusal) -> [String] {
    try check(named, path: path)
    var tags = held
    for tag in named where !contains(tags, tag) { tags.append(tag) }
    guard tags.count <= countLimit || tags.count <= held.count else {
      throw .validation(path: path, "An item carries at most \(countLimit) tags.")
    }
    return tags
  }

  /// The tags of an item after they are replaced: a set in first-written order.
  ///
  /// - Throws: `validation_error` for a bad tag, or for more than ``countLimit`` named.
  public static func replacing(
    with named: [String], path: String = "tags"
  ) throws(RuleRefusal) -> [String] {
    try adding(named, to: [], path: path)
  }

  /// The tags of an item after one is taken away. Taking away is never bounded.
  public static func removing(_ tag: String, from held: [String]) -> [String] {
    held.filter { !$0.utf8.elementsEqual(tag.utf8) }
  }

  /// Whether a list holds exactly this tag: other spellings of the same letters are other tags.
  public static func contains(_ tags: [String], _ tag: String) -> Bool {
    tags.contains { $0.utf8.elementsEqual(tag.utf8) }
  }

  private static func check(_ named: [String], path: String) throws(RuleRefusal) {
    if let fault = named.lazy.compactMap(fault).first { throw .validation(path: path, fault) }
    guard named.count <= countLimit else {
      throw .validation(path: path, "A write names at most \(countLimit) tags.")
    }
  }

  /// The white space of the interface's own language: U+0085 is none, U+FEFF is.
  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09...0x0D, 0x20, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000,
      0xFEFF:
      true
    default: false
    }
  }
}
