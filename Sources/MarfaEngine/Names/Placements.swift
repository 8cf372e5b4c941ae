import MarfaModel
import MarfaSQL

/// Where the items of a store lie in folders, and what they can be named by because of it.
struct Placements {
  /// The property of a placement that says where.
  private static let property = "path"

  private var ids: [String: Set<String>] = [:]

  /// Reads every placement. Costs time in their number.
  init(_ connection: any SQLConnection) throws {
    for edge in try EdgeStore(connection).ofType(EdgeRules.inFolder) {
      guard let path = edge.properties[Self.property]?.string else { continue }
      for form in ItemName.forms(ofPath: path) { ids[form, default: []].insert(edge.sourceId) }
    }
  }

  /// The items that a folded name means by where they lie.
  func ids(named folded: String) -> Set<String> { ids[folded] ?? [] }

  /// The paths of one item, in the order they were made.
  static func paths(of id: String, _ connection: any SQLConnection) throws -> [String] {
    try EdgeStore(connection).from(id, type: EdgeRules.inFolder).compactMap {
      $0.properties[property]?.string
    }
  }
}
