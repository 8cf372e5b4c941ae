import MarfaModel

extension Reply {
  /// The envelope of whatever a handler threw.
  init(refusing error: any Error) {
    switch error {
    case let refusal as RuleRefusal: self.init(refusal)
    case let refusal as ConflictRefusal:
      self = .json(refusal.conflict.json, status: 409)
      headers.append(("X-Error-Code", refusal.conflict.code))
    case let error as MarfaError: self.init(RuleRefusal(serverSide: error))
    default: self.init(RuleRefusal(storeFailure: error))
    }
  }

  private init(_ refusal: RuleRefusal) {
    self = .json(refusal.envelope, status: Int(refusal.status))
    headers.append(("X-Error-Code", refusal.code))
  }
}
