import CSQLite

/// The one call that may be made to a connection from another thread.
// Unchecked: `sqlite3_interrupt` may be called from any thread while the handle is open.
struct SQLiteInterrupt: @unchecked Sendable {
  let handle: OpaquePointer

  /// Stops the statement that runs; harmless when none does.
  func fire() {
    sqlite3_interrupt(handle)
  }
}
