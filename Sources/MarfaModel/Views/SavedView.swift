/// A view that was saved: an item of the type `system.view`, read as settings.
public struct SavedView: Sendable, Hashable, Identifiable {
  /// The id of its item.
  public let id: String
  /// The version of its item: what a change is based on.
  public let version: Int64
  /// Where its item stands in its life.
  public let state: ItemState
  /// What it shows, and how.
  public let settings: ViewSettings

  /// Makes a view, for previews and tests.
  public init(id: String, version: Int64, state: ItemState = .active, settings: ViewSettings) {
    self.id = id
    self.version = version
    self.state = state
    self.settings = settings
  }

  /// Reads the item of a view.
  ///
  /// - Throws: ``MarfaError/decoding(message:)`` for settings that can't be read.
  package init(_ item: Item) throws(MarfaError) {
    self.init(
      id: item.id, version: item.version, state: item.state,
      settings: try ViewSettings(decoding: item.properties))
  }
}
