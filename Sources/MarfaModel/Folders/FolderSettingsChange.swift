/// What is changed of a folder's settings; what is `nil` stays as it is.
///
/// Each setting that is named takes the place of the whole one before.
public struct FolderSettingsChange: Sendable, Hashable {
  /// What the folder is called.
  public var title: String?
  /// Which items it holds.
  public var search: FolderSearch?
  /// What new files get that they don't say themselves.
  public var defaults: FolderDefaults?
  /// The files that are taken in.
  public var include: [String]?
  /// The files that are left alone.
  public var ignore: [String]?
  /// Where the file of an item is placed first, by the item's type.
  public var firstPlacement: [String: String]?
  /// From how many vanished files on a removal asks first.
  public var removalThreshold: RemovalThreshold?

  /// Makes a change; without arguments, none.
  public init(
    title: String? = nil, search: FolderSearch? = nil, defaults: FolderDefaults? = nil,
    include: [String]? = nil, ignore: [String]? = nil, firstPlacement: [String: String]? = nil,
    removalThreshold: RemovalThreshold? = nil
  ) {
    self.title = title
    self.search = search
    self.defaults = defaults
    self.include = include
    self.ignore = ignore
    self.firstPlacement = firstPlacement
    self.removalThreshold = removalThreshold
  }

  /// The settings after the change.
  package func applied(to settings: FolderSettings) -> FolderSettings {
    FolderSettings(
      title: title ?? settings.title, search: search ?? settings.search,
      defaults: defaults ?? settings.defaults, include: include ?? settings.include,
      ignore: ignore ?? settings.ignore,
      firstPlacement: firstPlacement ?? settings.firstPlacement,
      removalThreshold: removalThreshold ?? settings.removalThreshold)
  }
}
