/// Why the database refused or failed.
///
/// It never holds a bound value, so it may be logged: `operation` is constant text of this
/// project, and `detail` is only filled where the database's own message speaks of the statement
/// or the schema and of no value.
public struct SQLError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What went wrong, in the terms a caller can act on.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Another connection held the lock for longer than the busy timeout.
    case busy
    /// The disk is full, or a quota or a limit on the length of files is reached.
    case full
    /// A unique, check, foreign-key or not-null rule refused the change.
    case constraint
    /// The file is damaged.
    case corrupt
    /// The file is something else than a database of this kind.
    case notADatabase
    /// The database, or the folder it needs to write beside, can't be written.
    case readOnly
    /// There is no such file, or it can't be opened.
    case cannotOpen
    /// The statement was stopped from outside.
    case interrupted
    /// Reading or writing the file failed.
    case io
    /// The statement, its values or the order of calls is wrong: a mistake of the program.
    case misuse
    /// The database was closed before the call.
    case closed
    /// Anything else.
    case other
  }

  /// What went wrong, in the terms a caller can act on.
  public let kind: Kind
  /// The driver's extended code; 0 where the error was raised before the driver was asked.
  public let code: Int32
  /// What was being done, as constant text.
  public let operation: String
  /// The database's message where it can't hold a value, as for a statement that doesn't parse.
  public let detail: String?

  /// Makes an error.
  public init(kind: Kind, code: Int32 = 0, operation: String, detail: String? = nil) {
    self.kind = kind
    self.code = code
    self.operation = operation
    self.detail = detail
  }

  public var description: String {
    let base = "\(operation) failed: \(kind.rawValue) (code \(code))"
    return detail.map { "\(base): \($0)" } ?? base
  }
}
