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
    try NameStore(connection, try catalog()).links(in: try host(id))
  }

  private func host(_ id: String) throws -> ItemRow {
    guard let row = try ItemStore(connection).get(id), row.state != .trashed else {
      throw MarfaError.notFound(
        code: "item_not_found", message: "This copy does not hold the item that holds the text.")
    }
    return row
  }
}
