/// One step from a schema to the next. A step that was shipped never changes.
public struct Migration: Sendable, Hashable {
  /// The name it is recorded under.
  public let id: String
  /// What it runs.
  public let sql: String

  /// Makes a step.
  public init(id: String, sql: String) {
    self.id = id
    self.sql = sql
  }
}
