/// Finds out which file each embed of one item's body means.
package struct EmbedResolver: Sendable {
  /// The files that are attached to the item already.
  package let attached: [NamedItem]
  /// The folders that the item lies in, as paths from the root; the root is empty.
  package let folders: [String]

  /// Makes a resolver for one body.
  package init(attached: [NamedItem] = [], folders: [String] = []) {
    self.attached = attached
    self.folders = folders
  }

  /// What an embed means, from what the copy holds; `nil` when it is text.
  ///
  /// One file that the copy holds under the name is no answer yet, because the server may know
  /// another: the embed is `pending` until it has confirmed it.
  ///
  /// - Parameters:
  ///   - reference: an embed of the body.
  ///   - files: answers the held files that a folded name means; asked once at most.
  package func target(
    of reference: BodyReference, files: (String) throws -> [NamedItem]
  ) rethrows -> BodyTarget? {
    let isFile = ItemName.isFile(reference.name)
    if reference.isBroken { return isFile ? .missing : nil }
    let own = Set(matches(reference).map(\.id))
    if own.count > 1 { return .ambiguous }
    if let id = own.first { return .item(id: id) }
    let held = Set(try files(ItemName.folded(lastPart(reference))).map(\.id))
    if held.count > 1 { return .ambiguous }
    return held.isEmpty && !isFile ? nil : .pending
  }

  /// The attached files of this name: by where they lie if the embed says so and one lies there,
  /// else by title or file name.
  private func matches(_ reference: BodyReference) -> [NamedItem] {
    let paths = reference.form == .path ? folders.compactMap { path(reference.name, from: $0) } : []
    if !paths.isEmpty {
      let lying = attached.filter { file in
        file.paths.contains { paths.contains(ItemName.folded($0)) }
      }
      if !lying.isEmpty { return lying }
    }
    let name = ItemName.folded(lastPart(reference))
    return attached.filter { file in
      if let title = file.title, ItemName.folded(title.trimmed) == name { return true }
      return file.id == name
        || file.paths.contains { path in
          // A name between double brackets may be a whole path from the root.
          let last = path.split(separator: "/").last.map(String.init) ?? path
          return ItemName.folded(last) == name || ItemName.folded(path) == name
        }
    }
  }

  private func lastPart(_ reference: BodyReference) -> String {
    guard reference.form == .path else { return reference.name }
    return reference.name.split(separator: "/").last.map(String.init) ?? reference.name
  }

  /// A path from the root, folded; `nil` when it leaves the root.
  private func path(_ name: String, from folder: String) -> String? {
    var parts = name.hasPrefix("/") ? [] : folder.split(separator: "/")
    for part in name.split(separator: "/") {
      switch part {
      case ".": continue
      case "..":
        guard parts.popLast() != nil else { return nil }
      default: parts.append(part)
      }
    }
    return ItemName.folded(parts.joined(separator: "/"))
  }

  /// What to write in a body to show one of the attached files, as `![[title]]`.
  ///
  /// - Returns: `nil` when the title cannot stand between brackets, is that of a note, or is not the
  ///   title of this file alone.
  package func text(for file: NamedItem) -> String? {
    guard let title = file.title, ItemName.isExpressible(title), !ItemName.isNote(title)
    else { return nil }
    let folded = ItemName.folded(title)
    let isShared = attached.contains {
      $0.id != file.id && $0.title.map { ItemName.folded($0.trimmed) == folded } == true
    }
    return isShared ? nil : "![[\(title)]]"
  }
}
