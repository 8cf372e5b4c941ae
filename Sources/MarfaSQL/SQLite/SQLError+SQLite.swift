import CSQLite
import Foundation

extension SQLError {
  /// Makes the error for a code that SQLite answered.
  ///
  /// - Parameters:
  ///   - code: the result code, extended or not.
  ///   - handle: the connection, asked for its extended code and message.
  ///   - operation: what was being done, constant text.
  ///   - detailed: whether SQLite's message may be kept. Only where it can hold no bound value.
  init(code: Int32, handle: OpaquePointer?, operation: String, detailed: Bool = false) {
    var extended = code
    if let handle {
      let latest = sqlite3_extended_errcode(handle)
      if latest & 0xFF == code & 0xFF { extended = latest }
    }
    var kind = SQLError.kind(ofSQLite: extended)
    // SQLite calls only a full device full. A quota, and a limit on the length of files, are met by
    // the same remedy.
    if kind == .io, let handle, Self.lacksRoom(handle) { kind = .full }
    var detail: String?
    // A constraint's message names tables, columns and rules; the others may quote a search text.
    if detailed || kind == .constraint, let handle, let message = sqlite3_errmsg(handle) {
      detail = String(cString: message)
    }
    self.init(kind: kind, code: extended, operation: operation, detail: detail)
  }

  /// Whether the system has let a file of the store not grow.
  private static func lacksRoom(_ handle: OpaquePointer) -> Bool {
    let noRoom: Set<Int32> = [ENOSPC, EDQUOT, EFBIG]
    return noRoom.contains(marfa_sqlite_log_errno(handle))
      || noRoom.contains(marfa_sqlite_store_errno(handle))
      || noRoom.contains(sqlite3_system_errno(handle))
  }

  /// What a result code of SQLite means; the low byte is the primary code.
  ///
  /// Source: https://www.sqlite.org/rescode.html
  static func kind(ofSQLite code: Int32) -> Kind {
    switch code & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: .busy
    case SQLITE_FULL: .full
    case SQLITE_CONSTRAINT: .constraint
    case SQLITE_CORRUPT: .corrupt
    case SQLITE_NOTADB: .notADatabase
    case SQLITE_READONLY: .readOnly
    case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: .cannotOpen
    case SQLITE_INTERRUPT: .interrupted
    case SQLITE_IOERR: .io
    case SQLITE_MISUSE, SQLITE_ERROR, SQLITE_RANGE, SQLITE_MISMATCH, SQLITE_SCHEMA: .misuse
    default: .other
    }
  }
}
