import Foundation

/// The names under which keys write: what an item's `source` says.
public enum KeySource {
  /// The most sources that a key can claim beside its own.
  public static let claimLimit = 1_000

  /// The most characters of a source.
  public static let lengthLimit = 200

  /// The beginning that belongs to signed-in apps, in any case.
  private static let reservedPrefix = "oauth:"

  /// Reads one source, without the spaces around it.
  ///
  /// - Throws: `validation_error` for an empty or too long text, and for one that begins with
  ///   `oauth:` in any case.
  public static func read(_ value: JSONValue, path: String) throws(RuleRefusal) -> String {
    let source = (value.string ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
    guard (1...lengthLimit).contains(source.utf16.count), !source.utf8.contains(0) else {
      throw .validation(path: path, "A source is text of 1 to \(lengthLimit) characters.")
    }
    guard !source.lowercased().hasPrefix(reservedPrefix) else {
      throw .validation(path: path, "Sources that begin with “oauth:” belong to signed-in apps.")
    }
    return source
  }

  /// Reads the sources that a key claims: each once, in their first order.
  ///
  /// - Throws: `validation_error`.
  static func claims(_ value: JSONValue) throws(RuleRefusal) -> [String] {
    guard let list = value.array, list.count <= claimLimit else {
      throw .validation(
        path: "sources", "“sources” lists at most \(claimLimit) sources.")
    }
    var claims: [String] = []
    var seen = Set<String>()
    for (place, value) in list.enumerated() {
      let source = try read(value, path: "sources.\(place)")
      if seen.insert(source).inserted { claims.append(source) }
    }
    return claims
  }
}
