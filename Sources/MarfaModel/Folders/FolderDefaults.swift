/// What a new file of a folder gets where it doesn't say so itself.
public struct FolderDefaults: Sendable, Hashable {
  /// The type of its item; `nil` is the search's first, or a note.
  public var type: String?
  /// The tier of its item; `nil` is the search's.
  public var tier: Tier?
  /// Properties of its item.
  public var properties: JSONObject
  /// Tags of its item.
  public var tags: [String]
  /// The items it is connected to, by the type of the edge.
  ///
  /// Edges run from the new item to those named, except `parent-of`, which runs from them to it. At
  /// most 100 types, and 100 items of each.
  public var edges: [String: [String]]

  /// Makes defaults; without arguments, none.
  public init(
    type: String? = nil, tier: Tier? = nil, properties: JSONObject = [:], tags: [String] = [],
    edges: [String: [String]] = [:]
  ) {
    self.type = type
    self.tier = tier
    self.properties = properties
    self.tags = tags
    self.edges = edges
  }
}
