import CSQLite

/// Makes the next commit of a connection fail, as a failing disk would.
enum CommitRefusal {
  static func install(on handle: OpaquePointer) {
    sqlite3_commit_hook(handle, { _ in 1 }, nil)
  }
}
