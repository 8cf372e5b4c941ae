/// What a folder holds, and how a device keeps it as files.
public struct FolderSettings: Sendable, Hashable {
  /// What the folder is called; making one needs it.
  public var title: String?
  /// Which items it holds.
  public var search: FolderSearch
  /// What new files get that they don't say themselves.
  public var defaults: FolderDefaults
  /// The files that are taken in, as patterns of `.gitignore`; empty is every one.
  public var include: [String]
  /// The files that are left alone, as patterns of `.gitignore`.
  public var ignore: [String]
  /// Where the file of an item is placed first: a directory inside the folder, by the item's type.
  public var firstPlacement: [String: String]
  /// From how many vanished files on a removal asks first.
  public var removalThreshold: RemovalThreshold

  /// Makes settings; without arguments, everything in the library that is not in the bin.
  public init(
    title: String? = nil, search: FolderSearch = FolderSearch(),
    defaults: FolderDefaults = FolderDefaults(), include: [String] = [], ignore: [String] = [],
    firstPlacement: [String: String] = [:], removalThreshold: RemovalThreshold = RemovalThreshold()
  ) {
    self.title = title
    self.search = search
    self.defaults = defaults
    self.include = include
    self.ignore = ignore
    self.firstPlacement = firstPlacement
    self.removalThreshold = removalThreshold
  }
}
