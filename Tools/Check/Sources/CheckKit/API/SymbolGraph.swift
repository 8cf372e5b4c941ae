import Foundation

/// The public symbols of a module, as the compiler tells them.
public struct SymbolGraph {
  /// One line for each symbol: its path, a tab and its declaration, sorted.
  ///
  /// What the compiler adds by itself is left out: it changes with the compiler, not with the code.
  public let lines: [String]

  /// Why a file is no symbol graph.
  public struct Unreadable: Error {}

  /// Reads what `swift symbolgraph-extract` writes.
  ///
  /// - Throws: ``Unreadable`` for anything else.
  public init(_ json: Data) throws {
    guard let graph = try JSONSerialization.jsonObject(with: json) as? [String: Any],
      let symbols = graph["symbols"] as? [[String: Any]]
    else { throw Unreadable() }
    lines = symbols.compactMap(Self.line).sorted()
  }

  private static func line(_ symbol: [String: Any]) -> String? {
    guard let identifier = symbol["identifier"] as? [String: Any],
      let precise = identifier["precise"] as? String, !precise.contains("::SYNTHESIZED::"),
      let path = symbol["pathComponents"] as? [String],
      let fragments = symbol["declarationFragments"] as? [[String: Any]]
    else { return nil }
    let declaration = fragments.compactMap { $0["spelling"] as? String }.joined()
    let words = declaration.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return "\(path.joined(separator: "."))\t\(words)"
  }
}
