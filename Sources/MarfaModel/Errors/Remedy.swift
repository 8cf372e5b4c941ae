/// What heals an error. One table maps each case to it; see ``MarfaError/remedy``.
public enum Remedy: Sendable, Hashable {
  /// Keep going and try again, not before the time given.
  case wait(Duration?)
  /// Keep going and try again when the network returns.
  case network
  /// Get a new key and hand it over.
  case newKey
  /// Load the copy again.
  case hydrate
  /// Tell who can give the permission.
  case grant
  /// Read the row again and redo the change.
  case reread
  /// Show what is wrong with the input.
  case fixInput
  /// Ask for the server's address.
  case checkAddress
  /// Ask for a newer app or server.
  case update
  /// Ask for space.
  case freeSpace
  /// Ask the person to confirm.
  case confirm
  /// Open the copy again, or let the other process.
  case reopen
  /// Tell it, or show nothing.
  case nothing
}
