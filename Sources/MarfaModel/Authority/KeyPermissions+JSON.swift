extension KeyPermissions {
  /// The members of a key's JSON that this type holds, in the order in which they are answered.
  public static let members =
    ["permissions", "sources"] + PermissionFamily.allCases.map(\.rawValue)

  /// The members as every answer that holds a key carries them: all of them, empty ones too.
  public var json: JSONObject {
    var object: JSONObject = [
      "permissions": .array(
        KeyPermission.allCases.filter(permissions.contains).map { .string($0.rawValue) }),
      "sources": .array(sources.map(JSONValue.string)),
    ]
    for family in PermissionFamily.allCases { object[family.rawValue] = .object(self[family].json) }
    return object
  }

  /// Reads stored or served members; words that this build does not know are left out.
  public init(reading object: JSONObject) {
    self.init(
      permissions: Set(
        (object["permissions"]?.array ?? []).compactMap {
          $0.string.flatMap(KeyPermission.init(rawValue:))
        }),
      sources: (object["sources"]?.array ?? []).compactMap(\.string))
    for family in PermissionFamily.allCases {
      self[family] = PermissionMap(reading: object[family.rawValue]?.object ?? [:])
    }
  }

  /// Reads what a request wants a key to hold. A family that is not named is empty.
  ///
  /// - Returns: `nil` when the request names no permission, no map and no sources at all.
  /// - Throws: `validation_error`, naming the entry.
  public init?(requested body: JSONObject) throws(RuleRefusal) {
    guard Self.members.contains(where: { body[$0] != nil }) else { return nil }
    self.init()
    if let value = body["permissions"] { permissions = try Self.permissions(value) }
    if let value = body["sources"] { sources = try KeySource.claims(value) }
    for family in PermissionFamily.allCases {
      guard let value = body[family.rawValue] else { continue }
      self[family] = try Self.map(value, family)
    }
  }

  private static func permissions(_ value: JSONValue) throws(RuleRefusal) -> Set<KeyPermission> {
    guard let list = value.array else {
      throw .validation(path: "permissions", "“permissions” must be a list.")
    }
    var permissions = Set<KeyPermission>()
    for (place, word) in list.enumerated() {
      guard let permission = word.string.flatMap(KeyPermission.init(rawValue:)) else {
        throw .validation(path: "permissions.\(place)", "This permission does not exist.")
      }
      permissions.insert(permission)
    }
    return permissions
  }

  private static func map(
    _ value: JSONValue, _ family: PermissionFamily
  ) throws(RuleRefusal) -> PermissionMap {
    guard let object = value.object else {
      throw .validation(
        path: family.rawValue, "“\(family.rawValue)” must map names to levels.")
    }
    var levels: [String: PermissionLevel] = [:]
    for (name, value) in object {
      let path = "\(family.rawValue).\(name)"
      guard let level = value.string.flatMap(PermissionLevel.init(rawValue:)),
        family.levels.contains(level)
      else {
        let words = family.levels.map(\.rawValue).joined(separator: ", ")
        throw .validation(path: path, "A level is one of \(words).")
      }
      guard isName(name, family) else {
        throw .validation(path: path, "“\(name)” cannot be named here.")
      }
      levels[name] = level
    }
    return PermissionMap(levels)
  }

  private static func isName(_ name: String, _ family: PermissionFamily) -> Bool {
    if name == "*" { return true }
    return switch family {
    case .types: TypePattern(name) != nil
    case .edges: EdgeTypeDefinition.isName(name)
    case .extensions: !name.isEmpty && !name.utf8.contains(0)
    case .metadata: isWord(name)
    case .profile: name == "profile"
    }
  }

  /// A lowercase word, as sub-resources are called.
  private static func isWord(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "_")
      }
  }
}
