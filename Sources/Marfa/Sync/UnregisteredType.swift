/// A declared type that the server would not register.
public struct UnregisteredType: Sendable, Hashable, Identifiable {
  /// The id of the type.
  public var id: String
  /// The server's word for the refusal.
  public var code: String
  /// The server's sentence for it.
  public var message: String

  /// Makes an entry, for previews and tests.
  public init(id: String, code: String, message: String) {
    self.id = id
    self.code = code
    self.message = message
  }
}
