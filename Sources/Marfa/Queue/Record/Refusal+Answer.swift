import MarfaModel

extension Refusal {
  /// Reads the parts of a refusal out of an answer's body; what has another shape is absent.
  ///
  /// - Parameters:
  ///   - reason: the stored reason of the verdict.
  ///   - answer: the body; `nil` for a write that was refused without a request.
  init(reason: String, answer: JSONValue?) {
    let body = answer?.object
    let error = body?["error"]?.object
    let details = error?["details"]?.object
    self.init(
      reason: reason,
      code: error?["code"]?.string,
      message: error?["message"]?.string,
      fields: (details?["errors"]?.array ?? []).compactMap(FieldRefusal.init(part:)),
      trashed: details?["trashed"]?.bool == true || Self.acknowledgesBin(body),
      grant: details?["grant"].flatMap(MissingGrant.init(part:)))
  }

  /// Reads a refusal whose reason is the answer's own code.
  init(answer: JSONValue, otherwise: String) {
    let code = answer.object?["error"]?.object?["code"]?.string
    self.init(reason: code ?? otherwise, answer: answer)
  }

  /// Whether a success says that the row it names was already there, in the bin.
  static func acknowledgesBin(_ body: JSONObject?) -> Bool {
    body?["acknowledged"]?.bool == true
      && body?["item"]?.object?["state"]?.string == ItemState.trashed.rawValue
  }
}

extension FieldRefusal {
  /// Reads an entry of `error.details.errors`; `nil` when it names no field.
  fileprivate init?(part: JSONValue) {
    guard let part = part.object, let field = (part["field"] ?? part["path"])?.string else {
      return nil
    }
    self.init(field: field, message: part["message"]?.string ?? "")
  }
}

extension MissingGrant {
  /// Reads `error.details.grant`; any part missing or of another kind makes it no grant.
  init?(part: JSONValue) {
    guard let part = part.object, let kind = part["kind"]?.string.flatMap(GrantKind.init),
      let name = part["name"]?.string, !name.isEmpty,
      let level = part["level"]?.string.flatMap(GrantLevel.init)
    else { return nil }
    self.init(kind: kind, name: name, level: level)
  }
}
