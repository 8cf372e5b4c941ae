/// The path that an `in-folder` edge carries: where in the folder the item's file is.
public enum FolderPath {
  /// The most UTF-16 units of a path.
  public static let lengthLimit = 1_024

  /// What is wrong with a path, in a sentence; `nil` when it names a place inside its folder.
  public static func fault(in path: String) -> String? {
    if path.isEmpty { return "A path cannot be empty." }
    if path.utf16.count > lengthLimit { return "A path has at most \(lengthLimit) characters." }
    if path.utf8.contains(where: { $0 == UInt8(ascii: "\\") || $0 == 0 }) {
      return "A path has “/” between its parts, no “\\” and no control characters."
    }
    if path.hasPrefix("/") || isDrive(path) { return "A path starts inside its folder." }
    var depth = 0
    for part in path.split(separator: "/", omittingEmptySubsequences: true) where part != "." {
      depth += part == ".." ? -1 : 1
      if depth < 0 { return "A path cannot leave its folder." }
    }
    return depth == 0 ? "A path cannot be the folder itself." : nil
  }

  /// Judges the properties of an `in-folder` edge: a path and nothing else.
  ///
  /// - Throws: `validation_error`, naming `properties.path` or the other property.
  static func judge(_ properties: JSONObject) throws(RuleRefusal) {
    if let other = properties.keys.first(where: { $0 != "path" }) {
      throw .validation(path: "properties.\(other)", "A place in a folder has only a path.")
    }
    guard let path = properties["path"]?.string else {
      throw .validation(path: "properties.path", "A place in a folder needs a path.")
    }
    if let fault = fault(in: path) { throw .validation(path: "properties.path", fault) }
  }

  /// Whether a path begins at the root of a drive, as `C:/notes` does.
  private static func isDrive(_ path: String) -> Bool {
    let start = Array(path.utf8.prefix(3))
    guard start.count >= 2, start[1] == UInt8(ascii: ":"),
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(start[0] | 0x20)
    else { return false }
    return start.count == 2 || start[2] == UInt8(ascii: "/")
  }
}
