import MarfaEngine
import MarfaModel
import MarfaSQL

extension CopyReader {
  func displays(for items: [Item]) throws -> [ItemDisplay] {
    let names = NameStore(connection, try catalog())
    return items.map { names.display($0.properties, ofType: $0.type) }
  }

  func displays(of ids: [String]) throws -> [String: ItemDisplay] {
    let names = NameStore(connection, try catalog())
    var displays: [String: ItemDisplay] = [:]
    for row in try ItemStore(connection).get(ids) where row.state != .trashed {
      displays[row.id] = names.display(row.properties, ofType: row.type)
    }
    return displays
  }

  func linkCandidates(of targets: [String], in id: String) throws -> [LinkCandidates] {
    let host = try host(id)
    let names = NameStore(connection, try catalog())
    return try targets.map { try LinkCandidates.find($0, in: host.id, names) }
  }

  func links(in id: String) throws -> BodyLinks {
    let names = BodyNames(connection)
    var links = try NameStore(connection, try catalog())
      .links(in: try host(id), recorded: try names.recorded(of: id))
    for row in try names.rows(of: id) {
      switch row.form {
      case .link: links.links.learn(row)
      case .embed: links.embeds.learn(row)
      }
    }
    return links
  }

  private func host(_ id: String) throws -> ItemRow {
    guard let row = try ItemStore(connection).get(id), row.state != .trashed else {
      throw MarfaError.notFound(
        code: "item_not_found", message: "This copy does not hold the item that holds the text.")
    }
    return row
  }
}

extension [BodyName] {
  /// Takes over what the server said of a name that the copy can't explain alone.
  fileprivate mutating func learn(_ row: BodyNames.Row) {
    // An item is told by its edge; without one, what was found then holds no more.
    if case .item = row.target { return }
    for place in indices where self[place].text == row.text && self[place].target == .pending {
      self[place].target = row.target
    }
  }
}
