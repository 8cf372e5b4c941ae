/// Which end's text an edge of a type is written in.
public enum EdgeWrittenAt: String, Sendable, Hashable, CaseIterable {
  /// The item it starts at.
  case source
  /// The item it ends at.
  case target
  /// Neither: no text writes it.
  case none
}
