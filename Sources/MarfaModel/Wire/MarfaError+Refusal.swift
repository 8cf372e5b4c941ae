extension MarfaError {
  /// The error that a server's refusal is: the one table from status to case.
  ///
  /// The answer must have named the interface's contract; otherwise it is
  /// ``unnamed(status:message:)``. Redirects are ``redirected(origin:status:location:message:)``.
  public init(_ refusal: ServerRefusal) {
    let (code, message) = (refusal.code, refusal.message)
    switch refusal.status {
    case 400 where code == "unknown_type": self = .unknownType(message: message)
    case 400: self = .validation(code: code, message: message)
    case 401: self = .unauthorized(code: code, message: message)
    case 403: self = .forbidden(code: code, message: message)
    case 404: self = .notFound(code: code, message: message)
    case 429:
      self = .rateLimited(
        code: code, message: message, retryAfterSeconds: refusal.retryAfterSeconds)
    default: self = .server(status: refusal.status, code: code, message: message)
    }
  }
}
