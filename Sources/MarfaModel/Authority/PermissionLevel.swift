/// How far an entry of a key's permission map reaches.
public enum PermissionLevel: String, Sendable, Hashable, CaseIterable, Comparable {
  /// Not at all; in the map of types it takes a type out of a wildcard.
  case none
  /// Reading.
  case read
  /// Writing, which includes reading.
  case write

  /// Whether the left level reaches less far.
  public static func < (left: PermissionLevel, right: PermissionLevel) -> Bool {
    left.reach < right.reach
  }

  private var reach: Int {
    switch self {
    case .none: 0
    case .read: 1
    case .write: 2
    }
  }
}
