/// What the copy and the server together know of one name.
package struct NameAnswer: Sendable, Hashable {
  /// The rows a name is asked for on one page.
  package static let pageLength = 200
  /// The pages that are read for one field and spelling of a name.
  package static let pageLimit = 5

  /// The items of that name, active or archived.
  package var ids: Set<String>
  /// Whether every page of the server's answers was read.
  package var isWhole: Bool

  /// Makes an answer.
  package init(ids: Set<String>, isWhole: Bool) {
    self.ids = ids
    self.isWhole = isWhole
  }

  /// Takes the rows that a server found, which hold the name somewhere in a title.
  ///
  /// - Parameters:
  ///   - name: the name that was asked for.
  ///   - rows: each row's id, state and title.
  ///   - held: the items that the copy holds under the name.
  ///   - isWhole: whether every page was read.
  package init(
    to name: String, rows: some Sequence<(id: String, state: ItemState, title: String)>,
    held: some Sequence<String>, isWhole: Bool
  ) {
    let folded = ItemName.folded(name)
    ids = Set(held)
    for row in rows
    where (row.state == .active || row.state == .archived)
      && ItemName.folded(row.title.trimmed) == folded
    {
      ids.insert(row.id)
    }
    self.isWhole = isWhole
  }

  /// What the name means by this answer alone.
  package var target: BodyTarget {
    if ids.count > 1 { return .ambiguous }
    guard isWhole else { return .refused(reason: "unanswered") }
    return ids.first.map { .item(id: $0) } ?? .missing
  }

  /// What a link means whose name and whole text were both asked for.
  ///
  /// A heading's or an alias's mark can be part of a title: `C#` is a name. So both spellings count,
  /// and where they name two items the link is ambiguous.
  ///
  /// - Parameters:
  ///   - name: the answer to the name alone.
  ///   - whole: the answer to the whole text; `nil` where that is the same.
  package static func target(name: NameAnswer, whole: NameAnswer?) -> BodyTarget {
    guard let whole else { return name.target }
    return NameAnswer(ids: name.ids.union(whole.ids), isWhole: name.isWhole && whole.isWhole).target
  }

  /// The filters that a server is asked with for a name: one for each title field and spelling.
  ///
  /// A database compares bytes, so a name with marks is asked for composed and taken apart.
  ///
  /// - Parameters:
  ///   - name: the name.
  ///   - titleFields: the distinct title fields of the catalog's types.
  /// - Returns: the filters, or none for a name that no filter can hold: one with a backslash, or
  ///   one too long.
  package static func filters(for name: String, titleFields: [String]) -> [String] {
    guard !name.utf8.contains(UInt8(ascii: "\\")) else { return [] }
    var filters: [String] = []
    for field in titleFields {
      for spelling in ItemName.spellings(name) {
        let quoted = spelling.split(separator: "\"", omittingEmptySubsequences: false)
          .joined(separator: "\\\"")
        filters.append("properties.\(field) contains \"\(quoted)\"")
      }
    }
    let isTooLong = filters.contains { $0.utf16.count > 2048 }
    return isTooLong ? [] : filters
  }
}
