import CSQLite

/// One prepared statement of one connection, finalised when it is let go.
final class SQLiteStatement {
  /// Tells SQLite to copy what is bound: the C macro is a cast that Swift can't import.
  private static var copied: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  let pointer: OpaquePointer
  private let handle: OpaquePointer
  private let placeholders: Int

  /// Prepares `sql`, which must be exactly one statement.
  init(_ handle: OpaquePointer, _ sql: String, kept: Bool) throws {
    var statement: OpaquePointer?
    var rest = 0
    var text = sql
    let code = text.withUTF8 { utf8 -> Int32 in
      utf8.withMemoryRebound(to: CChar.self) { characters -> Int32 in
        var tail: UnsafePointer<CChar>?
        let flags = kept ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
        let code = sqlite3_prepare_v3(
          handle, characters.baseAddress, Int32(clamping: characters.count), flags, &statement,
          &tail)
        if let tail, let start = characters.baseAddress {
          rest = utf8[(tail - start)...].filter { !Self.isBlank($0) }.count
        }
        return code
      }
    }
    guard code == SQLITE_OK else {
      throw SQLError(code: code, handle: handle, operation: "prepare", detailed: true)
    }
    guard let statement, rest == 0 else {
      sqlite3_finalize(statement)
      throw SQLError(
        kind: .misuse, operation: "prepare", detail: "not exactly one statement")
    }
    self.handle = handle
    pointer = statement
    placeholders = Int(sqlite3_bind_parameter_count(statement))
  }

  deinit {
    sqlite3_finalize(pointer)
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x3B || (byte >= 0x09 && byte <= 0x0D)
  }

  /// Binds the values to `?1` and on. There must be exactly as many as placeholders.
  func bind(_ values: [SQLValue]) throws {
    guard values.count == placeholders else {
      throw SQLError(
        kind: .misuse, operation: "bind",
        detail: "\(placeholders) placeholders, \(values.count) values")
    }
    for (offset, value) in values.enumerated() {
      let code = bind(value, at: Int32(offset + 1))
      guard code == SQLITE_OK else {
        throw SQLError(code: code, handle: handle, operation: "bind")
      }
    }
  }

  private func bind(_ value: SQLValue, at index: Int32) -> Int32 {
    switch value {
    case .null:
      return sqlite3_bind_null(pointer, index)
    case .integer(let integer):
      return sqlite3_bind_int64(pointer, index, integer)
    case .real(let real):
      return sqlite3_bind_double(pointer, index, real)
    case .text(var text):
      return text.withUTF8 { utf8 in
        utf8.withMemoryRebound(to: CChar.self) { characters in
          guard let start = characters.baseAddress else {
            return sqlite3_bind_text(pointer, index, "", 0, Self.copied)
          }
          return sqlite3_bind_text64(
            pointer, index, start, UInt64(characters.count), Self.copied, UInt8(SQLITE_UTF8))
        }
      }
    case .blob(let bytes):
      // An empty array has no address, and SQLite takes a null address for null.
      guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(pointer, index, 0) }
      return bytes.withUnsafeBytes { raw in
        sqlite3_bind_blob64(pointer, index, raw.baseAddress, UInt64(raw.count), Self.copied)
      }
    }
  }

  /// Moves to the next row; `false` when there is none.
  func step() throws -> Bool {
    let code = sqlite3_step(pointer)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    throw SQLError(code: code, handle: handle, operation: "step")
  }

  /// Ends the walk and lets the bound values go. The code repeats the last step's: it is known.
  func reset() {
    sqlite3_reset(pointer)
    if placeholders > 0 { sqlite3_clear_bindings(pointer) }
  }
}
