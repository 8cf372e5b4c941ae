/// What a search is narrowed to; every narrowing must hold.
public struct SearchFilters: Sendable, Hashable {
  /// A type, with its subtypes.
  public var type: String?
  /// One state; `nil` is `active` unless ``allStates`` is set. The bin is never searched.
  public var state: ItemState?
  /// Whether every state but the bin is searched.
  public var allStates: Bool
  /// Tags that an item must all carry.
  public var tags: [String]
  /// A filter expression, as in ``ListFilters/filter``.
  public var filter: String?
  /// An item: it and everything beneath it along `parent-of`.
  public var beneath: String?

  /// Makes a narrowing; without arguments, every active item.
  public init(
    type: String? = nil, state: ItemState? = nil, allStates: Bool = false, tags: [String] = [],
    filter: String? = nil, beneath: String? = nil
  ) {
    self.type = type
    self.state = state
    self.allStates = allStates
    self.tags = tags
    self.filter = filter
    self.beneath = beneath
  }
}
