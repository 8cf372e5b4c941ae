/// Two texts of one note that nobody could merge, to be shown side by side.
public struct NoteConflict: Sendable, Hashable, Identifiable {
  /// The note as it is now, for everybody.
  public let current: Note
  /// The change that lost, kept by the server as a note of its own.
  public let other: Note

  /// The id of the kept change.
  public var id: String { other.id }
}
