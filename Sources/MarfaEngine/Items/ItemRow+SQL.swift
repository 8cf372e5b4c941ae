import MarfaModel
import MarfaSQL

extension ItemRow {
  /// The columns that ``init(_:from:)`` reads, of a table or alias called `items`.
  package static let columns = """
    items.id, items.type, items.properties, items.state, items.tier, items.version, \
    items.schema_version, items.source, items.source_id, items.occurred_at, items.created_at, \
    items.updated_at, items.tags, items.capture_latitude, items.capture_longitude, \
    items.trashed_with
    """

  /// The number of ``columns``.
  package static let columnCount = 16

  /// The places of the id and the time of making among the ``columns``, counted from 1.
  static let (idPlace, createdAtPlace) = (1, 11)

  /// Reads the ``columns`` of a row.
  ///
  /// - Parameters:
  ///   - first: the place of the first of them in the answer.
  ///   - json: reads the properties; for whoever reads many rows, one for all of them.
  /// - Throws: ``MarfaError/decoding(message:)`` when a stored text can't be read.
  package init(_ row: any SQLRow, from first: Int = 0, reading json: JSONRowReader? = nil) throws {
    id = row.text(first)
    type = row.text(first + 1)
    properties = try row.withBytes(first + 2) { bytes in
      try json?.object(bytes) ?? JSONObject(bytes: bytes)
    }
    state = try row.text(first + 3) == Self.usualState ? .active : Self.word(row, first + 3)
    tier = row.isNull(first + 4) ? nil : try Self.word(row, first + 4)
    version = row.integer(first + 5)
    schemaVersion = row.integer(first + 6)
    source = row.text(first + 7)
    sourceId = row.optionalText(first + 8)
    occurredAt = row.text(first + 9)
    // Most rows tell of the moment they were made in, and never change.
    createdAt = row.text(first + 10, orSame: occurredAt)
    updatedAt = row.text(first + 11, orSame: createdAt)
    tags = try Self.tags(row, first + 12)
    captureLatitude = row.optionalReal(first + 13)
    captureLongitude = row.optionalReal(first + 14)
    trashedWith = row.optionalText(first + 15)
  }

  /// The columns that the store's indexes hold besides the id and the time of the last change.
  static let placeColumns = """
    type, state, source, source_id, occurred_at, created_at, trashed_with
    """

  /// Whether the ``placeColumns`` of a stored row say the same as this one.
  func hasPlaces(of row: any SQLRow, from first: Int) -> Bool {
    func isSame(_ column: Int, _ known: String?) -> Bool {
      guard let known else { return row.isNull(first + column) }
      // By their bytes, as the database compares them.
      return !row.isNull(first + column)
        && row.withBytes(first + column) { known.utf8.elementsEqual($0) }
    }
    return isSame(0, type) && isSame(1, state.rawValue) && isSame(2, source)
      && isSame(3, sourceId) && isSame(4, occurredAt) && isSame(5, createdAt)
      && isSame(6, trashedWith)
  }

  /// What nearly every row says; comparing it costs less than trying each word.
  private static let usualState = ItemState.active.rawValue

  /// The values of ``columns``, in their order.
  func values() throws -> [SQLValue] {
    [
      .text(id), .text(type), .text(try Self.json(properties)), .text(state.rawValue),
      SQLValue(tier?.rawValue), .integer(version), .integer(schemaVersion), .text(source),
      SQLValue(sourceId), .text(occurredAt), .text(createdAt), .text(updatedAt),
      SQLValue(try Self.json(tags: tags)), SQLValue(captureLatitude), SQLValue(captureLongitude),
      SQLValue(trashedWith),
    ]
  }

  /// An object as it is stored: numbers spelled as filters compare them.
  static func json(_ object: JSONObject) throws -> String {
    try object.json(numbers: .ecmaScript)
  }

  /// Tags as they are stored, `nil` for none.
  static func json(tags: [String]) throws -> String? {
    tags.isEmpty ? nil : try JSONValue.array(tags.map(JSONValue.string)).json()
  }

  /// Reads a column of stored tags.
  package static func tags(_ row: any SQLRow, _ column: Int) throws -> [String] {
    guard !row.isNull(column) else { return [] }
    let list = try row.withBytes(column) { try JSONValue(bytes: $0) }
    return list.array?.compactMap(\.string) ?? []
  }

  private static func word<Word: RawRepresentable>(_ row: any SQLRow, _ column: Int) throws -> Word
  where Word.RawValue == String {
    guard let word = Word(rawValue: row.text(column)) else {
      throw MarfaError.decoding(message: "The store holds an item in a state it doesn't know.")
    }
    return word
  }
}
