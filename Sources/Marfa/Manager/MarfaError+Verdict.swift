import MarfaModel

extension MarfaError {
  /// What to tell a person of a write that the server did not take; `nil` for any other verdict.
  init?(refused verdict: Verdict?) {
    switch verdict {
    case .accepted, .merged, .conflicted, nil: return nil
    case .dead:
      self = .validation(
        code: "dead",
        message: "The server could not take a change, five times over. It is kept on this device.")
    case .refused(let refusal): self.init(refusal)
    case .blocked(let reason, let refusal):
      switch reason {
      case .credentialRefused:
        self = .forbidden(
          code: refusal?.code ?? reason.rawValue,
          message: refusal?.message ?? MarfaErrorKind.forbidden.sentence)
      case .keySpent:
        self = .validation(
          code: reason.rawValue,
          message: refusal?.message ?? MarfaErrorKind.validation.sentence)
      case .ancestorUnavailable, .conflictUnresolved:
        self = .server(
          status: 409, code: reason.rawValue,
          message: "This changed elsewhere since you opened it. Your change is kept.")
      case .awaitingDependency: return nil
      }
    }
  }

  private init(_ refusal: Refusal) {
    let code = refusal.code ?? "refused"
    if refusal.grant != nil {
      self = .forbidden(
        code: code, message: refusal.message ?? MarfaErrorKind.forbidden.sentence)
    } else if code == "unknown_type" {
      self = .unknownType(message: refusal.message ?? MarfaErrorKind.unknownType.sentence)
    } else if refusal.trashed || code.hasSuffix("not_found") {
      self = .notFound(code: code, message: refusal.message ?? MarfaErrorKind.notFound.sentence)
    } else {
      self = .validation(
        code: code, message: refusal.message ?? MarfaErrorKind.validation.sentence)
    }
  }
}
