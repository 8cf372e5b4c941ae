/// Finds out which item each link of one item's body means.
///
/// A name is first looked for among the items that the item refers to already: so a link goes on to
/// mean the same item when a namesake turns up elsewhere. What the copy cannot tell alone is
/// `pending` until the server has answered for the name.
package struct LinkResolver: Sendable {
  /// What a link means, as far as the copy can tell.
  package enum Meaning: Sendable, Hashable {
    /// An item, or that there is none to be told yet.
    case target(BodyTarget)
    /// The item that holds the link: no edge comes of it.
    case itself
  }

  /// The item that holds the body.
  package let host: NamedItem
  /// The items at the other end of the host's `references` edges.
  package let referred: [NamedItem]
  /// The items that link texts were found to mean before, by text.
  package let recorded: [String: String]

  /// Makes a resolver for one body.
  package init(host: NamedItem, referred: [NamedItem] = [], recorded: [String: String] = [:]) {
    self.host = host
    self.referred = referred
    self.recorded = recorded
  }

  /// What a link means, from what the copy holds.
  ///
  /// - Parameters:
  ///   - reference: a link of the body.
  ///   - lookup: the copy; asked for one id at most.
  package func meaning(
    of reference: BodyReference, in lookup: some NameLookup
  ) throws -> Meaning {
    let name = ItemName.folded(reference.name)
    let named = Set(referred.lazy.filter { $0.answers(to: name) }.map(\.id))
    if named.count > 1 { return .target(.ambiguous) }
    if let id = named.first {
      return .target(isContradicted(reference, by: id) ? .ambiguous : .item(id: id))
    }
    if name == host.id { return .itself }
    if let item = try lookup.item(name) { return .target(.item(id: item.id)) }
    if let id = recorded[reference.text], referred.contains(where: { $0.id == id }) {
      return .target(.item(id: id))
    }
    return host.answers(to: name) ? .itself : .target(.pending)
  }

  /// Whether the whole text, alias and heading included, is the name of another item. An id leaves
  /// nothing open.
  private func isContradicted(_ reference: BodyReference, by id: String) -> Bool {
    guard reference.text != reference.name, reference.name != id else { return false }
    let whole = ItemName.folded(reference.text)
    return referred.contains { $0.id != id && $0.answers(to: whole) }
  }
}
