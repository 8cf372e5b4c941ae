/// What a list is narrowed to; every narrowing must hold.
public struct ListFilters: Sendable, Hashable {
  /// A type, with its subtypes; `X.*` is the same as `X`.
  public var type: String?
  /// One state; `nil` is `active` unless ``allStates`` is set.
  public var state: ItemState?
  /// Whether every state is listed. A named ``state`` wins.
  public var allStates: Bool
  /// One tier; `nil` is both.
  public var tier: Tier?
  /// Tags that an item must all carry.
  public var tags: [String]
  /// Only items that happened after this instant, not at it.
  public var occurredAfter: String?
  /// Only items that happened before this instant, not at it.
  public var occurredBefore: String?
  /// A filter expression: at most ten conditions and 2,048 UTF-16 units.
  public var filter: String?
  /// An item: it and everything beneath it along `parent-of`.
  public var beneath: String?
  /// At most this many; `nil` is all.
  public var limit: UInt32?
  /// So many left out at the front.
  public var offset: UInt32?

  /// Makes a narrowing; without arguments, every active item.
  public init(
    type: String? = nil, state: ItemState? = nil, allStates: Bool = false, tier: Tier? = nil,
    tags: [String] = [], occurredAfter: String? = nil, occurredBefore: String? = nil,
    filter: String? = nil, beneath: String? = nil, limit: UInt32? = nil, offset: UInt32? = nil
  ) {
    self.type = type
    self.state = state
    self.allStates = allStates
    self.tier = tier
    self.tags = tags
    self.occurredAfter = occurredAfter
    self.occurredBefore = occurredBefore
    self.filter = filter
    self.beneath = beneath
    self.limit = limit
    self.offset = offset
  }
}
