/// Which items a folder or a saved view shows.
public struct FolderSearch: Sendable, Hashable {
  /// The types, each with its subtypes; empty is every type but those of `system`.
  public var types: [String]
  /// The tier; `nil` is ``Tier/library``.
  public var tier: Tier?
  /// The states, of `active` and `archived`; `nil` is both.
  public var states: [ItemState]?
  /// A filter expression, as lists take it.
  public var filter: String?
  /// An item: it and everything beneath it along `parent-of`.
  public var beneath: String?

  /// Makes a search; without arguments, everything in the library that is not in the bin.
  public init(
    types: [String] = [], tier: Tier? = nil, states: [ItemState]? = nil, filter: String? = nil,
    beneath: String? = nil
  ) {
    self.types = types
    self.tier = tier
    self.states = states
    self.filter = filter
    self.beneath = beneath
  }
}
