/// A request that breaks a rule of the product, as the server answers it and the copy throws it.
///
/// Both ends judge with the same code and so refuse alike: the server writes ``status``, ``code``,
/// ``message`` and ``details`` into its envelope, the working copy throws ``error``.
public struct RuleRefusal: Error, Sendable, Hashable {
  /// The HTTP status that the server answers with.
  public var status: UInt16
  /// The stable code of the rule, such as `invalid_properties`.
  public var code: String
  /// A sentence for people.
  public var message: String
  /// What a program may want to know, such as the fields that are wrong.
  public var details: JSONObject?

  /// Makes a refusal.
  ///
  /// - Parameter status: an HTTP status of the 4xx range.
  public init(status: UInt16 = 400, code: String, message: String, details: JSONObject? = nil) {
    self.status = status
    self.code = code
    self.message = message
    self.details = details
  }

  /// The same refusal as the one error that the SDK throws.
  public var error: MarfaError {
    switch status {
    case 400 where code == "unknown_type": .unknownType(message: message)
    case 400: .validation(code: code, message: message)
    case 401: .unauthorized(code: code, message: message)
    case 403: .forbidden(code: code, message: message)
    case 404: .notFound(code: code, message: message)
    default: .server(status: status, code: code, message: message)
    }
  }
}
