import MarfaEngine
import MarfaModel

/// The edges that come of the links and embeds of a body.
extension LocalWriter {
  /// Queues the edges that a queued change of an item brings and takes with its body.
  ///
  /// - Parameters:
  ///   - write: the change; the edges wait for it.
  ///   - old: the item before it; `nil` for a new one.
  /// - Returns: the edge writes, in their order.
  func followBody(of write: QueueRecord, from old: Item?) throws -> [QueueRecord] {
    guard let id = write.itemId, let new = try rows.rows.item(id) else { return [] }
    let (before, after) = (old.flatMap(body) ?? "", body(new) ?? "")
    guard before != after, before.contains("[") || after.contains("[") else { return [] }
    return try draw(
      try links(before, in: old ?? new), try links(after, in: new), host: id,
      bodyWrite: write.id, waits: true)
  }

  /// Queues the edges that the difference of two readings of a body brings and takes.
  ///
  /// - Parameter waits: whether the edges wait for the body's own write.
  func draw(
    _ before: BodyLinks, _ after: BodyLinks, host: String, bodyWrite: String, waits: Bool
  ) throws -> [QueueRecord] {
    let names = BodyNames(connection)
    let dependsOn = waits ? [bodyWrite] : []
    var records: [QueueRecord] = []
    for form in [BodyNames.Form.link, .embed] {
      let (old, new) = (before.names(form), after.names(form))
      let (oldTexts, newTexts) = (Set(old.map(\.text)), Set(new.map(\.text)))
      for row in try names.rows(of: host) where row.form == form && !newTexts.contains(row.text) {
        try names.drop(row)
      }
      let kept = Set(new.compactMap(\.itemId))
      for name in old where !newTexts.contains(name.text) {
        guard let target = name.itemId, target != host, !kept.contains(target) else { continue }
        records += try take(form, host, target, dependsOn)
      }
      for name in new where !oldTexts.contains(name.text) {
        var row = BodyNames.Row(
          host: host, form: form, text: name.text, name: name.name, target: name.target,
          bodyWrite: bodyWrite)
        if let target = name.itemId {
          if target == host { continue }
          if let record = try bring(form, host, target, dependsOn) {
            row.edgeWrite = record.id
            records.append(record)
          }
        }
        try names.put(row)
      }
    }
    for record in records { try names.keep(edge: record.id, of: bodyWrite) }
    return records
  }

  /// Queues the edge of a name, unless there is one already.
  func bring(_ form: BodyNames.Form, _ host: String, _ target: String, _ dependsOn: [String])
    throws -> QueueRecord?
  {
    let ends = form.ends(host: host, target: target)
    guard rows.catalog.edgeDefinition(form.edgeType) != nil,
      try EdgeStore(connection).find(from: ends.from, to: ends.to, type: form.edgeType) == nil,
      // An edge from an item that isn't held can't be shown here, nor told of by an event.
      try rows.rows.item(ends.from) != nil || rows.scope.holdsWhole(edgeType: form.edgeType)
    else { return nil }
    var write = NewWrite.createEdge(
      mint(), from: ends.from, to: ends.to, type: form.edgeType, properties: [:], isFresh: true)
    write.alsoDependsOn = dependsOn
    return try enqueuer.append(write)
  }

  /// Queues the end of the edge that a name stood for, and lets the item go that it held.
  private func take(
    _ form: BodyNames.Form, _ host: String, _ target: String, _ dependsOn: [String]
  ) throws -> [QueueRecord] {
    let ends = form.ends(host: host, target: target)
    let edges = EdgeStore(connection)
    guard let edge = try edges.find(from: ends.from, to: ends.to, type: form.edgeType) else {
      return []
    }
    var write = NewWrite.deleteEdge(edge)
    write.alsoDependsOn = dependsOn
    let record = try enqueuer.append(write)
    let reached = try edges.to(target, type: "references") + edges.from(target, type: "attached-to")
    if reached.isEmpty, try BodyNames(connection).drop(pin: target) {
      _ = try Pinning.unpin(target, in: rows)
    }
    return [record]
  }

  /// The text of an item's body.
  func body(_ item: Item) -> String? {
    item.properties[rows.catalog.type(item.type)?.bodyProperty ?? "body"]?.string
  }

  /// What the links and embeds of a text mean, as if it were the body of an item.
  func links(_ body: String, in item: Item) throws -> BodyLinks {
    guard body.contains("[") else { return BodyLinks() }
    var row = ItemRow(item)
    row.properties[rows.catalog.type(item.type)?.bodyProperty ?? "body"] = .string(body)
    return try NameStore(connection, rows.catalog)
      .links(in: row, recorded: try BodyNames(connection).recorded(of: item.id))
  }
}

extension BodyNames {
  /// The items that the link texts of a body were found to mean before.
  func recorded(of host: String) throws -> [String: String] {
    var recorded: [String: String] = [:]
    for row in try rows(of: host) where row.form == .link {
      if case .item(let id) = row.target { recorded[row.text] = id }
    }
    return recorded
  }
}

extension BodyNames.Form {
  /// The edge that comes of a name.
  var edgeType: String {
    switch self {
    case .link: "references"
    case .embed: "attached-to"
    }
  }

  /// Where the edge starts and ends: a link leads away, a file is attached to the body's item.
  func ends(host: String, target: String) -> (from: String, to: String) {
    switch self {
    case .link: (host, target)
    case .embed: (target, host)
    }
  }
}

extension BodyLinks {
  /// The names of one form.
  func names(_ form: BodyNames.Form) -> [BodyName] {
    switch form {
    case .link: links
    case .embed: embeds
    }
  }
}

extension BodyName {
  /// The item that it means.
  var itemId: String? { if case .item(let id) = target { id } else { nil } }
}
