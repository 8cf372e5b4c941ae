import MarfaModel
import MarfaSQL

extension QueueStore {
  /// What decides about clearing and releasing, without bodies, which may be large; in queue order.
  func outlines() throws -> [Forgettable.Outline] {
    let owed = try OwedReads(connection: connection).all()
    let subjects = Set(owed.filter { $0.landing == nil }.map(\.subject))
    let landings = Set(owed.compactMap(\.landing))
    return try connection.query(
      """
      SELECT id, kind, verdict, reason, copy_id, sent, depends_on, item_id, edge_id
      FROM queue ORDER BY seq
      """, []
    ) { row in
      let id = row.text(0)
      guard let kind = WriteKind(rawValue: row.text(1)) else {
        throw MarfaError.store(message: "The kind of the queued write \(id) can't be read.")
      }
      let edge = row.optionalText(8).map(WriteSubject.edge)
      let item = row.optionalText(7).map(WriteSubject.item)
      var outline = Forgettable.Outline(
        id: id, kind: kind,
        standing: try Standing(
          verdict: row.optionalText(2), reason: row.optionalText(3), copy: row.optionalText(4)),
        sent: row.integer(5) == 1,
        dependsOn: try QueueRecord.ids(row.optionalText(6), id, "dependencies"),
        owesRead: false)
      let isRefused = outline.isRefusedSent || outline.isRefusedUnsent
      outline.owesRead =
        landings.contains(id) || (isRefused && subjects.contains(edge ?? item ?? .none))
      return outline
    }
  }

  /// How many writes the server has not taken and clearing would keep: what is lost with the store.
  func unsent() throws -> Int {
    let all = try outlines()
    let forgettable = Forgettable.find(in: all)
    return all.count { !$0.standing.isTaken && !forgettable.contains($0.id) }
  }
}
