/// The length of a write-ahead log as SQLite's commit hook reports it, in pages.
///
/// A class, because the hook keeps an address of it for as long as the connection is open.
final class SQLiteLogLength {
  var pages: Int32 = 0
}
