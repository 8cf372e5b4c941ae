extension BodyLinks {
  /// Finds out what each link and embed of a body means, from what a copy holds.
  ///
  /// A link to the item itself means that item. An embed that names no file and does not look like
  /// one is text, and left out.
  ///
  /// - Parameters:
  ///   - body: the text.
  ///   - links: what the item's links are judged by.
  ///   - embeds: what the item's embeds are judged by.
  ///   - lookup: the copy's names.
  ///   - isFile: whether a held item is a file that can be shown.
  package init(
    of body: String, links resolver: LinkResolver, embeds: EmbedResolver,
    in lookup: some NameLookup, isFile: (NamedItem) -> Bool
  ) throws {
    self.init()
    let reader = BodyReader(body)
    for link in reader.links {
      let target: BodyTarget =
        switch try resolver.meaning(of: link, in: lookup) {
        case .target(let target): target
        case .itself: .item(id: resolver.host.id)
        }
      self.links.append(BodyName(text: link.text, name: link.name, target: target))
    }
    for embed in reader.embeds {
      let target = try embeds.target(of: embed) { name in
        try lookup.items(named: name).filter(isFile)
      }
      guard let target else { continue }
      self.embeds.append(BodyName(text: embed.text, name: embed.name, target: target))
    }
  }
}
