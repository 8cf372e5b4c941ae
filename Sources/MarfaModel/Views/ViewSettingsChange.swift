/// What is changed of a saved view; what is `nil` stays as it is.
public struct ViewSettingsChange: Sendable, Hashable {
  /// What the view is called.
  public var title: String?
  /// Which items it shows, whole.
  public var search: FolderSearch?
  /// Their order.
  public var sort: Sort?
  /// What they are grouped by; `.some(nil)` ends the grouping.
  public var groupBy: ViewGrouping??

  /// Makes a change; without arguments, none.
  public init(
    title: String? = nil, search: FolderSearch? = nil, sort: Sort? = nil,
    groupBy: ViewGrouping?? = nil
  ) {
    self.title = title
    self.search = search
    self.sort = sort
    self.groupBy = groupBy
  }

  /// The settings after the change.
  package func applied(to settings: ViewSettings) -> ViewSettings {
    ViewSettings(
      title: title ?? settings.title, search: search ?? settings.search,
      sort: sort ?? settings.sort, groupBy: groupBy ?? settings.groupBy)
  }
}
