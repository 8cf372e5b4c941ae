/// What a saved view shows, and how.
public struct ViewSettings: Sendable, Hashable {
  /// What the view is called.
  public var title: String?
  /// Which items it shows.
  public var search: FolderSearch
  /// Their order.
  public var sort: Sort
  /// What they are grouped by; `nil` for one list.
  public var groupBy: ViewGrouping?

  /// Makes settings; without arguments, everything in the library, newest first.
  public init(
    title: String? = nil, search: FolderSearch = FolderSearch(), sort: Sort = .newestFirst,
    groupBy: ViewGrouping? = nil
  ) {
    self.title = title
    self.search = search
    self.sort = sort
    self.groupBy = groupBy
  }
}
