/// The types that a working copy knows. It answers offline and to readers alike.
///
/// Before the first hydration these are the shipped types and the declared ones; afterwards those
/// of the instance.
public struct Catalog: Sendable {
  let core: CopyCore

  /// Every item type, by id.
  ///
  /// - Throws: `closed`, `store`, `decoding` for a chain of parents that cannot be followed.
  public func itemTypes() async throws -> [ItemType] {
    try await core.look { reader in
      try reader.catalog().itemTypes().filter { reader.judge.shows(type: $0.id) }
    }
  }

  /// One item type.
  ///
  /// - Throws: `notFound` with code `type_not_found`; the rest as ``itemTypes()``.
  public func itemType(_ id: String) async throws -> ItemType {
    try await core.look { try $0.catalog().itemType(id) }
  }

  /// Every edge type, by id.
  ///
  /// - Throws: `closed`, `store`.
  public func edgeTypes() async throws -> [EdgeType] {
    try await core.look { try $0.catalog().edgeTypes.map(\.value) }
  }

  /// One edge type.
  ///
  /// - Throws: `notFound` with code `edge_type_not_found`; `closed`; `store`.
  public func edgeType(_ id: String) async throws -> EdgeType {
    try await core.look { try $0.catalog().edgeType(id) }
  }
}
