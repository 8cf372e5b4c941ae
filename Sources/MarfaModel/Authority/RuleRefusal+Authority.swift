extension RuleRefusal {
  /// A type that the key's map does not open at the level asked (`type_not_permitted`).
  public static func typeNotPermitted(_ type: String, _ level: GrantLevel) -> RuleRefusal {
    RuleRefusal(
      status: 403, code: "type_not_permitted",
      message: "This key is not allowed to \(level.rawValue) items of the type \(type).",
      details: MissingGrant(kind: .type, name: type, level: level).details)
  }

  /// A type whose items the ordinary operations do not write. No grant could change that.
  public static func systemType(_ type: String) -> RuleRefusal {
    RuleRefusal(
      status: 403, code: "type_not_permitted",
      message: "Items of the type \(type) are not written by this operation.")
  }

  /// A key whose map opens no type at all (`type_not_permitted`). No single grant is named.
  public static let reachesNoType = RuleRefusal(
    status: 403, code: "type_not_permitted", message: "This key reaches no type of item.")

  /// An edge type that the key's map does not open at the level asked
  /// (`edge_permission_denied`).
  public static func edgePermissionDenied(
    _ edgeType: String, _ level: GrantLevel
  ) -> RuleRefusal {
    var details: JSONObject = [
      "edge_type": .string(edgeType), "required": .string(level.rawValue),
    ]
    details["grant"] =
      MissingGrant(kind: .edgeType, name: edgeType, level: level).details["grant"]
    return RuleRefusal(
      status: 403, code: "edge_permission_denied",
      message: "This key is not allowed to \(level.rawValue) edges of the type \(edgeType).",
      details: details)
  }

  /// An extension namespace that the key's map does not open at the level asked (`forbidden`).
  public static func extensionNotPermitted(
    _ namespace: String, _ level: GrantLevel
  ) -> RuleRefusal {
    RuleRefusal(
      status: 403, code: "forbidden",
      message: "This key is not allowed to \(level.rawValue) the extension \(namespace).",
      details: MissingGrant(kind: .extension, name: namespace, level: level).details)
  }

  /// A registry that the key's map does not open for writing (`forbidden`).
  public static func metadataNotPermitted(_ resource: String) -> RuleRefusal {
    RuleRefusal(
      status: 403, code: "forbidden",
      message: "This key is not allowed to register here.",
      details: [
        "metadata_subresource": .string(resource),
        "required_scope": .string(PermissionFamily.metadata.scope(resource, .write)),
      ])
  }

  /// A permission that the key lacks (`forbidden`).
  public static func lacksScope(_ scope: String) -> RuleRefusal {
    RuleRefusal(
      status: 403, code: "forbidden", message: "This key lacks the permission \(scope).",
      details: ["required_scope": .string(scope)])
  }

  /// A source that is neither the key's own nor claimed by it (`forbidden`).
  public static func lacksSource(_ source: String) -> RuleRefusal {
    RuleRefusal(
      status: 403, code: "forbidden",
      message: "This key may not write under the source “\(source)”.",
      details: ["source": .string(source)])
  }
}

extension MissingGrant {
  /// The details of a refusal that this permission would have let through.
  public var details: JSONObject {
    [
      "grant": [
        "kind": .string(kind.rawValue), "name": .string(name), "level": .string(level.rawValue),
      ]
    ]
  }
}
