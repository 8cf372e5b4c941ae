import MarfaModel
import MarfaSQL

/// The server's rows that lie beneath waiting writes, inside one transaction.
struct Beneath {
  /// The open transaction.
  let connection: any SQLConnection

  /// The server's item beneath waiting writes.
  func item(_ id: String) throws -> Item? { Item(stored: try row(.item(id))) }

  /// The server's edge beneath waiting writes.
  func edge(_ id: String) throws -> Edge? { Edge(wire: try row(.edge(id))) }

  /// Keeps an item, in place of one that was kept.
  func keep(_ item: Item) throws { try keep(.item(item.id), item.stored) }

  /// Keeps an edge, in place of one that was kept.
  func keep(_ edge: Edge) throws { try keep(.edge(edge.id), edge.stored) }

  /// Whether anything is kept.
  func holds(_ subject: WriteSubject) throws -> Bool {
    guard let key = subject.key else { return false }
    return try connection.exists(
      "SELECT 1 FROM beneath WHERE subject = ?1 AND id = ?2", [key.0, key.1])
  }

  /// Lets go of what is kept.
  func drop(_ subject: WriteSubject) throws {
    guard let key = subject.key else { return }
    try connection.run("DELETE FROM beneath WHERE subject = ?1 AND id = ?2", [key.0, key.1])
  }

  private func keep(_ subject: WriteSubject, _ row: JSONObject) throws {
    guard let key = subject.key else { return }
    try connection.run(
      """
      INSERT INTO beneath (subject, id, row) VALUES (?1, ?2, ?3)
      ON CONFLICT (subject, id) DO UPDATE SET row = excluded.row
      """, [key.0, key.1, .text(try row.json())])
  }

  /// What is kept, as it is written.
  func text(_ subject: WriteSubject) throws -> String? {
    guard let key = subject.key else { return nil }
    return try connection.text(
      "SELECT row FROM beneath WHERE subject = ?1 AND id = ?2", [key.0, key.1])
  }

  private func row(_ subject: WriteSubject) throws -> JSONObject? {
    try text(subject).map { try JSONObject(json: $0) }
  }
}

extension WriteSubject {
  /// The two columns that name a row in `beneath` and `read_backs`.
  var key: (SQLValue, SQLValue)? {
    switch self {
    case .item(let id): ("item", .text(id))
    case .edge(let id): ("edge", .text(id))
    case .none: nil
    }
  }
}
