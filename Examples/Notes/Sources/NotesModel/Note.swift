import MarfaUI

/// A note as a list shows it.
public struct Note: Sendable, Hashable, Identifiable {
  /// The item's id.
  public let id: String
  /// Its title; empty for a note without one.
  public let title: String
  /// Its text.
  public let body: String
  /// The version that an edit is based on.
  public let version: Int64
  /// Whether a change of it waits for the server.
  public let isWaiting: Bool

  init(_ item: Item, isWaiting: Bool) {
    id = item.id
    title = item.title ?? ""
    body = item.body ?? ""
    version = item.version
    self.isWaiting = isWaiting
  }
}
