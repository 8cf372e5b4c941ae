import MarfaModel

/// What is known of a write that was not taken.
public struct Refusal: Sendable, Hashable {
  /// The server's code, or for a write refused unsent a sentence that says what it waited for.
  public var reason: String
  /// The server's code; `nil` when it named none or was never asked.
  public var code: String?
  /// What the server said of it, in words.
  public var message: String?
  /// What it found wrong with each field.
  public var fields: [FieldRefusal]
  /// Whether the row is in the bin.
  public var trashed: Bool
  /// The permission that would have let it through, when the server named one.
  public var grant: MissingGrant?

  /// Makes a refusal, for previews and tests.
  public init(
    reason: String, code: String? = nil, message: String? = nil, fields: [FieldRefusal] = [],
    trashed: Bool = false, grant: MissingGrant? = nil
  ) {
    self.reason = reason
    self.code = code
    self.message = message
    self.fields = fields
    self.trashed = trashed
    self.grant = grant
  }
}
