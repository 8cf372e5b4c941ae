/// Names and how far each reaches: one family of a key's permissions.
public struct PermissionMap: Sendable, Hashable {
  /// The levels by name.
  public let levels: [String: PermissionLevel]
  /// The level of every name, where the only entry is `*`: of most keys, asked at each request.
  private let all: PermissionLevel?

  /// Makes a map.
  public init(_ levels: [String: PermissionLevel] = [:]) {
    self.levels = levels
    all = levels.count == 1 ? levels["*"] : nil
  }

  /// Reads a stored or served map; entries that are not known are left out.
  public init(reading object: JSONObject) {
    var levels: [String: PermissionLevel] = [:]
    for (name, value) in object {
      levels[name] = value.string.flatMap(PermissionLevel.init(rawValue:))
    }
    self.init(levels)
  }

  /// Whether there is an entry that opens something.
  public var reachesAnything: Bool { levels.values.contains { $0 > .none } }

  /// The level of a name that has no subtree: its own entry, else the one of `*`.
  public func level(of name: String) -> PermissionLevel {
    all ?? levels[name] ?? levels["*"] ?? .none
  }

  /// The level of an item type.
  ///
  /// The nearest entry decides, so that it can narrow a wider one: the type's own; then `ns.*` by
  /// its dotted name, the longest first; then `ancestor.*` of a declared ancestor, the nearest
  /// first; then `*`. An identifier without `.*` reaches that one type.
  public func level(ofType type: String, in catalog: TypeCatalog) -> PermissionLevel {
    if let level = all ?? levels[type] ?? dottedLevel(of: type) { return level }
    for ancestor in catalog.type(type)?.chain.dropFirst() ?? [] {
      if let level = levels["\(ancestor).*"] { return level }
    }
    return levels["*"] ?? .none
  }

  /// The level that an entry's name stands for as a whole: of `ns.*`, its own or a wider one's.
  func level(ofPattern name: String, in catalog: TypeCatalog) -> PermissionLevel {
    guard name.hasSuffix(".*") else { return level(ofType: name, in: catalog) }
    let namespace = String(name.dropLast(2))
    if let level = dottedLevel(of: namespace) { return level }
    for ancestor in catalog.type(namespace)?.chain.dropFirst() ?? [] {
      if let level = levels["\(ancestor).*"] { return level }
    }
    return levels["*"] ?? .none
  }

  private func dottedLevel(of type: String) -> PermissionLevel? {
    var name = type[...]
    while true {
      if let level = levels["\(name).*"] { return level }
      guard let dot = name.lastIndex(of: ".") else { return nil }
      name = name[..<dot]
    }
  }

  /// The map as it is written, sorted by name.
  public var json: JSONObject {
    JSONObject(
      levels.sorted { ResolvedType.byBytes($0.key, $1.key) }
        .map { ($0.key, JSONValue.string($0.value.rawValue)) })
  }
}
