/// A folder: a search that is saved at the server, whose items a device may keep as files.
///
/// It is an item of the type `system.folder`, written by calls of its own and never queued.
public struct Folder: Sendable, Hashable, Identifiable {
  /// The id of its item.
  public let id: String
  /// The version of its item: what a change is based on.
  public let version: Int64
  /// Where it stands; `revoked` is the end of it.
  public let state: ItemState
  /// What it holds, and how.
  public let settings: FolderSettings

  /// Makes a folder, for previews and tests.
  public init(id: String, version: Int64, state: ItemState = .active, settings: FolderSettings) {
    self.id = id
    self.version = version
    self.state = state
    self.settings = settings
  }

  /// Reads the item of a folder.
  ///
  /// - Throws: ``MarfaError/decoding(message:)`` for settings that can't be read.
  package init(_ item: Item) throws(MarfaError) {
    self.init(
      id: item.id, version: item.version, state: item.state,
      settings: try FolderSettings(decoding: item.properties))
  }
}
