import MarfaModel

/// One page of writes that are sent together (server-items 10 and types-edges-search 4.8).
struct BulkPage: Sendable {
  /// The entries, in the order sent; what is no object is refused by its own entry.
  let entries: [JSONValue]
  /// Whether what is there already is left alone.
  let isCreateOnly: Bool
  /// Whether one refused entry undoes all.
  let isAtomic: Bool
  /// Whether a row that an entry finds is moved to the entry's type.
  let retypes: Bool

  /// The most entries of a page (server-items 1.6).
  static let most = 5_000

  /// What becomes of rows that are there already.
  private enum Mode: String, CaseIterable {
    case upsert
    case createOnly = "create_only"
  }

  /// Reads a page.
  ///
  /// - Parameters:
  ///   - list: the member that holds the entries.
  ///   - further: members that this page knows beside those of every page.
  /// - Throws: `missing_required_field`, `validation_error`.
  init(_ object: JSONObject, list: String, further: Set<String> = []) throws(RuleRefusal) {
    let known = further.union([list, "mode", "atomic"])
    let unknown = object.keys.filter { !known.contains($0) && !$0.hasPrefix("_") }
    guard unknown.isEmpty else {
      throw .malformed(
        "A page takes no such member.",
        details: ["unknown_body_fields": .array(unknown.map { .string($0) })])
    }
    guard let value = object[list] else { throw .missing(list) }
    guard let entries = value.array else {
      throw .validation(path: list, "“\(list)” must be a list.")
    }
    guard entries.count <= Self.most else {
      throw .malformed(
        "A page has at most \(Self.most) entries.",
        details: [
          "cap": .integer(Int64(Self.most)), "provided": .integer(Int64(entries.count)),
        ])
    }
    let body = ItemBody(body: object)
    self.entries = entries
    isCreateOnly = try body.word("mode", Mode.self) == .createOnly
    isAtomic = object["atomic"].map(\.isNull) ?? true ? true : try body.flag("atomic")
    retypes = try body.flag("retype")
    // Accepted for what it says of webhooks; events are logged whatever it says.
    _ = try body.flag("enable_fanout")
  }
}
