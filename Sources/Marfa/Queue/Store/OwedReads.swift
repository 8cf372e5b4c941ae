import MarfaModel
import MarfaSQL

/// The rows that must be read from the server, inside one transaction.
struct OwedReads {
  /// The open transaction.
  let connection: any SQLConnection

  /// Owes a read; owed twice it is made once, and once a move was among its causes it stays one.
  func add(_ read: OwedRead) throws {
    guard let key = read.subject.key else { return }
    try connection.run(
      """
      INSERT INTO read_backs (subject, id, landing, source_id, moved) VALUES (?1, ?2, ?3, ?4, ?5)
      ON CONFLICT (subject, id, landing) DO UPDATE SET moved = max(moved, excluded.moved)
      """,
      [key.0, key.1, .text(read.landing ?? ""), SQLValue(read.sourceId), SQLValue(read.moved)])
  }

  /// All that are owed; those that land a create first, since writes wait for them.
  func all() throws -> [OwedRead] {
    try connection.query(
      """
      SELECT subject, id, landing, source_id, moved FROM read_backs
      ORDER BY landing = '', subject, id
      """, []
    ) { row in
      let landing = row.text(2)
      return OwedRead(
        subject: row.text(0) == "edge" ? .edge(row.text(1)) : .item(row.text(1)),
        sourceId: row.optionalText(3), moved: row.integer(4) == 1,
        landing: landing.isEmpty ? nil : landing)
    }
  }

  /// Whether this read is still owed: a row that arrived meanwhile has settled it.
  func isOwed(_ read: OwedRead) throws -> Bool {
    guard let key = read.subject.key else { return false }
    return try connection.exists(
      "SELECT 1 FROM read_backs WHERE subject = ?1 AND id = ?2 AND landing = ?3",
      [key.0, key.1, .text(read.landing ?? "")])
  }

  /// Settles one read.
  func settle(_ read: OwedRead) throws {
    guard let key = read.subject.key else { return }
    try connection.run(
      "DELETE FROM read_backs WHERE subject = ?1 AND id = ?2 AND landing = ?3",
      [key.0, key.1, .text(read.landing ?? "")])
  }

  /// Settles the reads of a row that has arrived, or is gone; those that land a create stay.
  func settle(_ subject: WriteSubject) throws {
    try settle(OwedRead(subject: subject))
  }
}
