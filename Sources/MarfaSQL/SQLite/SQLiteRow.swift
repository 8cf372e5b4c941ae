import CSQLite
import Foundation

/// The row a statement stands on. Out-of-range columns read as null, as SQLite answers them.
struct SQLiteRow: SQLRow {
  let statement: OpaquePointer

  var count: Int { Int(sqlite3_data_count(statement)) }

  func isNull(_ column: Int) -> Bool {
    sqlite3_column_type(statement, Int32(truncatingIfNeeded: column)) == SQLITE_NULL
  }

  func text(_ column: Int) -> String {
    optionalText(column) ?? ""
  }

  func optionalText(_ column: Int) -> String? {
    let index = Int32(truncatingIfNeeded: column)
    // The text is asked for before its length, so that a conversion happens first.
    guard let start = sqlite3_column_text(statement, index) else { return nil }
    let length = Int(sqlite3_column_bytes(statement, index))
    return String(decoding: UnsafeBufferPointer(start: start, count: length), as: UTF8.self)
  }

  func text(_ column: Int, orSame known: String) -> String {
    let index = Int32(truncatingIfNeeded: column)
    guard let start = sqlite3_column_text(statement, index) else { return "" }
    let bytes = UnsafeBufferPointer(
      start: start, count: Int(sqlite3_column_bytes(statement, index)))
    let isSame = known.utf8.withContiguousStorageIfAvailable { known in
      known.count == bytes.count && memcmp(known.baseAddress ?? start, start, bytes.count) == 0
    }
    return isSame == true ? known : String(decoding: bytes, as: UTF8.self)
  }

  func integer(_ column: Int) -> Int64 {
    sqlite3_column_int64(statement, Int32(truncatingIfNeeded: column))
  }

  func real(_ column: Int) -> Double {
    sqlite3_column_double(statement, Int32(truncatingIfNeeded: column))
  }

  func bytes(_ column: Int) -> [UInt8] {
    withBytes(column) { Array($0) }
  }

  func lendBytes(
    _ column: Int, to body: (UnsafeBufferPointer<UInt8>) throws -> Void
  ) rethrows {
    let index = Int32(truncatingIfNeeded: column)
    guard let start = sqlite3_column_blob(statement, index) else {
      return try body(UnsafeBufferPointer(start: nil, count: 0))
    }
    let length = Int(sqlite3_column_bytes(statement, index))
    return try body(
      UnsafeBufferPointer(start: start.assumingMemoryBound(to: UInt8.self), count: length))
  }

  func value(_ column: Int) -> SQLValue {
    switch sqlite3_column_type(statement, Int32(truncatingIfNeeded: column)) {
    case SQLITE_INTEGER: .integer(integer(column))
    case SQLITE_FLOAT: .real(real(column))
    case SQLITE_TEXT: .text(text(column))
    case SQLITE_BLOB: .blob(bytes(column))
    default: .null
    }
  }
}
