import MarfaModel
import MarfaSQL

/// What the links and embeds of the bodies written here were found to mean, inside one transaction.
///
/// A name that the copy can't explain alone waits here for a drain, which asks the server. A body
/// that came from elsewhere has no rows: whoever wrote it draws its edges.
struct BodyNames {
  /// What makes the tables, as one migration step. None is a child of the items: a hydration clears
  /// those, and what waits to be explained stays.
  ///
  /// `body_names` holds the names, `body_edges` the queued edges that come of a body's change,
  /// `body_checks` changes made on an earlier version, whose edges are worked out from the answer,
  /// `body_pins` the items that are held only because such an edge leads to them.
  static let schema = """
    CREATE TABLE body_names (
      host_id TEXT NOT NULL,
      form TEXT NOT NULL CHECK (form IN ('link', 'embed')),
      text TEXT NOT NULL,
      name TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('item', 'pending', 'missing', 'ambiguous', 'refused')),
      detail TEXT,
      held INTEGER NOT NULL DEFAULT 0,
      body_write TEXT NOT NULL,
      edge_write TEXT,
      PRIMARY KEY (host_id, form, text)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE body_edges (
      write_id TEXT PRIMARY KEY, body_write TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE body_checks (
      write_id TEXT PRIMARY KEY, body TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE body_pins (item_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
    """

  /// Which of the two kinds of name it is.
  enum Form: String, Sendable, Hashable {
    case link
    case embed
  }

  /// One name of one body.
  struct Row: Sendable, Hashable {
    var host: String
    var form: Form
    var text: String
    var name: String
    var target: BodyTarget
    /// How many held items answered to the name when the server was asked.
    var held: Int64 = 0
    /// The write that brought it.
    var bodyWrite: String
    /// The queued edge that came of it.
    var edgeWrite: String?
  }

  let connection: any SQLConnection

  init(_ connection: any SQLConnection) {
    self.connection = connection
  }

  /// Whether anything waits to be explained, learned or worked out.
  func isAtWork() throws -> Bool {
    try connection.exists(
      """
      SELECT 1 FROM body_names
      WHERE state IN ('pending', 'missing', 'ambiguous') OR edge_write IS NOT NULL
      UNION ALL SELECT 1 FROM body_checks LIMIT 1
      """, [])
  }

  /// Whether an answer may have come that settles something.
  func isToSettle() throws -> Bool {
    try connection.exists(
      """
      SELECT 1 FROM body_names WHERE edge_write IS NOT NULL
      UNION ALL SELECT 1 FROM body_checks LIMIT 1
      """, [])
  }

  // MARK: Names

  /// The names that are known of one body.
  func rows(of host: String) throws -> [Row] {
    try rows("WHERE host_id = ?1", [.text(host)])
  }

  /// The names that the server is to be asked for, or may be asked again.
  func unexplained() throws -> [Row] {
    try rows("WHERE state IN ('pending', 'missing', 'ambiguous')", [])
  }

  /// The names whose edges are queued.
  func withEdges() throws -> [Row] {
    try rows("WHERE edge_write IS NOT NULL", [])
  }

  private func rows(_ condition: String, _ values: [SQLValue]) throws -> [Row] {
    try connection.query(
      """
      SELECT host_id, form, text, name, state, detail, held, body_write, edge_write
      FROM body_names \(condition) ORDER BY host_id, form, text
      """, values
    ) { row in
      let detail = row.optionalText(5) ?? ""
      let target: BodyTarget =
        switch row.text(4) {
        case "item": .item(id: detail)
        case "missing": .missing
        case "ambiguous": .ambiguous
        case "refused": .refused(reason: detail)
        default: .pending
        }
      return Row(
        host: row.text(0), form: row.text(1) == "embed" ? .embed : .link, text: row.text(2),
        name: row.text(3), target: target, held: row.integer(6), bodyWrite: row.text(7),
        edgeWrite: row.optionalText(8))
    }
  }

  /// Keeps what is known of a name.
  func put(_ row: Row) throws {
    let (state, detail): (String, String?) =
      switch row.target {
      case .item(let id): ("item", id)
      case .pending: ("pending", nil)
      case .missing: ("missing", nil)
      case .ambiguous: ("ambiguous", nil)
      case .refused(let reason): ("refused", reason)
      }
    try connection.run(
      """
      INSERT INTO body_names
        (host_id, form, text, name, state, detail, held, body_write, edge_write)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
      ON CONFLICT (host_id, form, text) DO UPDATE SET
        name = excluded.name, state = excluded.state, detail = excluded.detail,
        held = excluded.held, body_write = excluded.body_write, edge_write = excluded.edge_write
      """,
      [
        .text(row.host), .text(row.form.rawValue), .text(row.text), .text(row.name), .text(state),
        SQLValue(detail), .integer(row.held), .text(row.bodyWrite), SQLValue(row.edgeWrite),
      ])
  }

  /// Forgets a name.
  func drop(_ row: Row) throws {
    try connection.run(
      "DELETE FROM body_names WHERE host_id = ?1 AND form = ?2 AND text = ?3",
      [.text(row.host), .text(row.form.rawValue), .text(row.text)])
  }

  /// Forgets every name that a body's change brought.
  func dropAll(of bodyWrite: String) throws {
    try connection.run("DELETE FROM body_names WHERE body_write = ?1", [.text(bodyWrite)])
  }

  // MARK: Edges

  /// Keeps that a queued edge write comes of a body's change.
  func keep(edge write: String, of bodyWrite: String) throws {
    try connection.run(
      "INSERT INTO body_edges (write_id, body_write) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
      [.text(write), .text(bodyWrite)])
  }

  /// The queued edge writes that come of a body's change.
  func edges(of bodyWrite: String) throws -> [String] {
    try connection.query(
      "SELECT write_id FROM body_edges WHERE body_write = ?1 ORDER BY write_id",
      [.text(bodyWrite)]
    ) { $0.text(0) }
  }

  /// Forgets that an edge write came of a body.
  func drop(edge write: String) throws {
    try connection.run("DELETE FROM body_edges WHERE write_id = ?1", [.text(write)])
    try connection.run(
      "UPDATE body_names SET edge_write = NULL WHERE edge_write = ?1", [.text(write)])
  }

  // MARK: Changes of an earlier version

  /// Keeps the body that a change began from, until the server has answered.
  func keep(check write: String, body: String) throws {
    try connection.run(
      "INSERT INTO body_checks (write_id, body) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
      [.text(write), .text(body)])
  }

  /// The changes whose edges are still to be worked out, with the bodies they began from.
  func checks() throws -> [(write: String, body: String)] {
    try connection.query("SELECT write_id, body FROM body_checks ORDER BY write_id", []) {
      ($0.text(0), $0.text(1))
    }
  }

  /// Forgets a change.
  func drop(check write: String) throws {
    try connection.run("DELETE FROM body_checks WHERE write_id = ?1", [.text(write)])
  }

  // MARK: Pins

  /// Keeps that an item is pinned only for the edge that leads to it.
  func keep(pin item: String) throws {
    try connection.run(
      "INSERT INTO body_pins (item_id) VALUES (?1) ON CONFLICT DO NOTHING", [.text(item)])
  }

  /// Takes the note off an item, and answers whether there was one.
  func drop(pin item: String) throws -> Bool {
    try connection.run("DELETE FROM body_pins WHERE item_id = ?1", [.text(item)]) > 0
  }
}
