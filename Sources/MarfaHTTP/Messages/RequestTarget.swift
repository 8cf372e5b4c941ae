/// A request's target, split once where the query begins.
struct RequestTarget: Sendable, Equatable {
  /// The target as it stood in the request line.
  let raw: String
  /// The part before `?`, still encoded; for a target in absolute form, without scheme and host.
  let path: String
  /// The part after the first `?`, still encoded; empty when there is none.
  let rawQuery: String

  init(_ raw: String) {
    self.raw = raw
    let bytes = raw.utf8
    let mark = bytes.firstIndex(of: UInt8(ascii: "?"))
    rawQuery = mark.map { String(raw[bytes.index(after: $0)...]) } ?? ""
    if bytes.first == UInt8(ascii: "/") {
      // Most targets have no query: the path then shares the target's storage.
      path = mark.map { String(raw[..<$0]) } ?? raw
    } else {
      path = Self.pathOfAbsoluteForm(raw[..<(mark ?? raw.endIndex)])
    }
  }

  /// The path of `scheme://authority/path` (RFC 9112, section 3.2.2), or the text itself (`*`).
  private static func pathOfAbsoluteForm(_ text: Substring) -> String {
    // Characters are compared, not bytes: a target is ASCII, or else none that can be routed.
    guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else {
      return String(text)
    }
    guard let slash = text[colon...].dropFirst(3).firstIndex(of: "/") else { return "/" }
    return String(text[slash...])
  }

  /// The pairs of a query in order, repeats kept, both sides decoded.
  ///
  /// Pairs part at `&`, name and value at the first `=`; a part without `=` has an empty value and
  /// an empty part is no pair.
  static func pairs(inQuery rawQuery: String) -> [(name: String, value: String)] {
    guard !rawQuery.isEmpty else { return [] }
    return rawQuery[...].utf8.split(separator: UInt8(ascii: "&")).map { part in
      guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else {
        return (PercentEncoding.decodeQueryPart(part), "")
      }
      return (
        PercentEncoding.decodeQueryPart(part[..<equals]),
        PercentEncoding.decodeQueryPart(part[part.index(after: equals)...])
      )
    }
  }
}
