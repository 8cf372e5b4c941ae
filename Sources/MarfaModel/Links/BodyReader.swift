/// Reads the links and embeds of a Markdown body, in time linear to its length.
///
/// A link is `[[name]]`, with `|alias` and `#heading` if wanted; an embed is `![[name]]` or
/// `![alt](path "title")`. What stands in code (fenced, indented, inline) or in a comment
/// (`%%…%%`, `<!--…-->`) is text, and so is what a backslash escapes.
package struct BodyReader: Sendable, Hashable {
  /// The links, in the order they first stand in, each text once.
  package let links: [BodyReference]
  /// The embeds of files, in the order they first stand in, each text once. An embed whose name is
  /// that of a text note is none: notes have no bytes to show.
  package let embeds: [BodyReference]

  /// Reads a body.
  package init(_ body: String) {
    var body = body
    var visible = body.withUTF8 { bytes in
      BodyMask.hasMarks(bytes) ? BodyMask.visible(bytes) : []
    }
    var links = Collector()
    var embeds: [(place: Int, reference: BodyReference)] = []
    // Double brackets first: what they enclose is no part of another image.
    let marks = WikiMarks.find(in: visible)
    for mark in marks {
      guard let reference = BodyReference(wiki: mark.text(in: visible)) else { continue }
      if mark.isEmbed { embeds.append((mark.start, reference)) } else { links.take(reference) }
    }
    for mark in marks {
      for place in mark.start..<mark.end { visible[place] = 0x20 }
    }
    for mark in ImageMarks.find(in: visible) { embeds.append((mark.start, mark.reference)) }
    var files = Collector()
    for embed in embeds.sorted(by: { $0.place < $1.place })
    where !ItemName.isNote(embed.reference.name) {
      files.take(embed.reference)
    }
    self.links = links.references
    self.embeds = files.references
  }

  /// The links of a body, in the order they first stand in, each text once.
  package static func links(in body: String) -> [BodyReference] { BodyReader(body).links }

  /// The embeds of files of a body, in the order they first stand in, each text once.
  package static func embeds(in body: String) -> [BodyReference] { BodyReader(body).embeds }

  /// Keeps each reference once, by its form and the bytes of its text.
  private struct Collector {
    private(set) var references: [BodyReference] = []
    private var seen: [BodyReference.Form: Set<[UInt8]>] = [:]

    mutating func take(_ reference: BodyReference) {
      let isNew = seen[reference.form, default: []].insert(Array(reference.text.utf8)).inserted
      if isNew { references.append(reference) }
    }
  }
}
