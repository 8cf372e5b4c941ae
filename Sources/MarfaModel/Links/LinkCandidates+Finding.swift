extension LinkCandidates {
  /// Finds the held items that a link's text could name, the best first.
  ///
  /// What has the name itself goes before what has the whole text, alias and heading included, as its
  /// name; among equals the last changed is first. The asking item is never among them.
  ///
  /// - Parameters:
  ///   - target: what stands between the brackets, as typed.
  ///   - host: the id of the item whose body it is.
  ///   - lookup: the copy.
  package static func find(
    _ target: String, in host: String, _ lookup: some NameLookup
  ) throws -> LinkCandidates {
    guard let reference = BodyReference(wiki: target) else { return LinkCandidates(target: target) }
    var seen: Set<String> = [host]
    var candidates: [LinkCandidate] = []
    let name = ItemName.folded(reference.name)
    let suffix = suffix(of: reference)
    if let item = try lookup.item(name), seen.insert(item.id).inserted {
      candidates.append(try candidate(item, suffix: suffix, lookup))
    }
    for item in try lookup.items(named: name) where seen.insert(item.id).inserted {
      candidates.append(try candidate(item, suffix: suffix, lookup))
    }
    if reference.text != reference.name {
      // The heading or alias is part of this item's title, so it is not written again.
      for item in try lookup.items(named: ItemName.folded(reference.text))
      where seen.insert(item.id).inserted {
        candidates.append(try candidate(item, suffix: "", lookup))
      }
    }
    return LinkCandidates(target: target, candidates: candidates)
  }

  /// The heading and alias with their marks, as typed.
  private static func suffix(of reference: BodyReference) -> String {
    let bytes = reference.text.utf8
    guard
      let cut = bytes.firstIndex(where: { $0 == UInt8(ascii: "|") || $0 == UInt8(ascii: "#") })
    else { return "" }
    // The backslash before a table's bar belongs to the bar.
    let isEscaped =
      cut > bytes.startIndex && bytes[cut] == UInt8(ascii: "|")
      && bytes[bytes.index(before: cut)] == UInt8(ascii: "\\")
    return String(reference.text[(isEscaped ? bytes.index(before: cut) : cut)...])
  }

  private static func candidate(
    _ item: NamedItem, suffix: String, _ lookup: some NameLookup
  ) throws -> LinkCandidate {
    var text = item.id + suffix
    if let title = item.title?.trimmed, ItemName.isExpressible(title),
      try isAlone(item, title, lookup),
      try suffix.isEmpty || isAlone(item, title + suffix, lookup)
    {
      text = title + suffix
    }
    return LinkCandidate(id: item.id, name: item.display.name, type: item.type, text: text)
  }

  /// Whether nothing else that is held answers to a name. The asking item counts: a link by its own
  /// name would mean itself.
  private static func isAlone(
    _ item: NamedItem, _ name: String, _ lookup: some NameLookup
  ) throws -> Bool {
    let folded = ItemName.folded(name)
    if let other = try lookup.item(folded), other.id != item.id { return false }
    return try lookup.items(named: folded).allSatisfy { $0.id == item.id }
  }
}
