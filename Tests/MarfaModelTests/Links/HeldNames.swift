import MarfaModel

/// A copy's answers about names, from a list whose last changed item is first.
struct HeldNames: NameLookup {
  var items: [NamedItem]

  func item(_ id: String) -> NamedItem? { items.first { $0.id == id } }

  func items(named folded: String) -> [NamedItem] { items.filter { $0.answers(to: folded) } }

  static func item(_ id: String, _ title: String?, paths: [String] = []) -> NamedItem {
    NamedItem(
      id: id, type: "core.note", title: title, paths: paths,
      display: ItemDisplay(title: title, body: nil, type: "core.note", label: "Note"))
  }
}
