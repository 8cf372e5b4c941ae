/// What a server found wrong with one field.
public struct FieldRefusal: Sendable, Hashable {
  /// The field.
  public var field: String
  /// What is wrong with it.
  public var message: String

  /// Makes a finding.
  public init(field: String, message: String) {
    self.field = field
    self.message = message
  }
}
