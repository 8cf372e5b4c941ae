/// What a key may do and reach: its permissions, its five maps and the sources it may write under.
public struct KeyPermissions: Sendable, Hashable {
  /// What it may do to the instance.
  public var permissions: Set<KeyPermission>
  /// Further sources, beside its own, that it may write under.
  public var sources: [String]

  private var maps: [PermissionFamily: PermissionMap]

  /// Makes permissions; what is not named is empty.
  public init(
    permissions: Set<KeyPermission> = [], types: PermissionMap = PermissionMap(),
    edges: PermissionMap = PermissionMap(), extensions: PermissionMap = PermissionMap(),
    metadata: PermissionMap = PermissionMap(), profile: PermissionMap = PermissionMap(),
    sources: [String] = []
  ) {
    self.permissions = permissions
    self.sources = sources
    maps = [
      .types: types, .edges: edges, .extensions: extensions, .metadata: metadata,
      .profile: profile,
    ]
  }

  /// Every permission, and write on everything; no further sources.
  public static let everything: KeyPermissions = {
    var all = KeyPermissions(permissions: Set(KeyPermission.allCases))
    for family in PermissionFamily.allCases { all[family] = PermissionMap(["*": .write]) }
    return all
  }()

  /// One of the maps.
  public subscript(family: PermissionFamily) -> PermissionMap {
    get { maps[family] ?? PermissionMap() }
    set { maps[family] = newValue }
  }

  /// Whether the key holds a permission.
  public func holds(_ permission: KeyPermission) -> Bool { permissions.contains(permission) }

  /// Whether the key may read items of a type.
  public func reads(type: String, in catalog: TypeCatalog) -> Bool {
    self[.types].level(ofType: type, in: catalog) >= .read
  }

  /// Whether the key's map lets it write a type. Whether items of the type are written by the
  /// ordinary operations at all is another question: see ``judgeItemWrite(type:in:)``.
  public func writes(type: String, in catalog: TypeCatalog) -> Bool {
    self[.types].level(ofType: type, in: catalog) >= .write
  }

  /// Whether the map of types opens anything, be it a type that nobody registered.
  public var reachesAnyType: Bool { self[.types].reachesAnything }

  /// The registered types that the key reads, sorted by identifier.
  public func readableTypes(in catalog: TypeCatalog) -> [String] {
    catalog.types.lazy.map(\.id).filter { reads(type: $0, in: catalog) }
  }

  /// Whether the key reads every type there can be, so that nothing needs to be narrowed.
  public var readsEveryType: Bool {
    (self[.types].levels["*"] ?? .none) >= .read
      && self[.types].levels.values.allSatisfy { $0 >= .read }
  }

  /// Whether the key may read edges of a type; their source's type is asked beside.
  public func reads(edgeType: String) -> Bool { self[.edges].level(of: edgeType) >= .read }

  /// Whether the key may write edges of a type; their source's type is asked beside.
  public func writes(edgeType: String) -> Bool { self[.edges].level(of: edgeType) >= .write }

  /// Whether the key may read an extension namespace.
  public func reads(extension namespace: String) -> Bool {
    self[.extensions].level(of: namespace) >= .read
  }

  /// Whether the key may write an extension namespace.
  public func writes(extension namespace: String) -> Bool {
    self[.extensions].level(of: namespace) >= .write
  }

  /// Whether the key may read a registry, such as `types`.
  public func reads(metadata resource: String) -> Bool {
    self[.metadata].level(of: resource) >= .read
  }

  /// Whether the key may write a registry, such as `types` or `edge_types`.
  public func writes(metadata resource: String) -> Bool {
    self[.metadata].level(of: resource) >= .write
  }
}
