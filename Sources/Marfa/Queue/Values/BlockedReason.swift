/// Why a write is held back until something changes. The set is closed.
///
/// Blocked writes are passed over and not counted as failures; the rest of the queue goes on.
public enum BlockedReason: String, Sendable, Hashable, CaseIterable {
  /// The key was refused, or lacks a permission. Tried again by itself at every drain.
  case credentialRefused = "credential_refused"
  /// The server saw this write's idempotency key with another body. Release it.
  case keySpent = "key_spent"
  /// The server no longer holds the version that the edit was made on. Withdraw it.
  case ancestorUnavailable = "ancestor_unavailable"
  /// The server's row changed in a way that nothing could resolve. Withdraw the write.
  case conflictUnresolved = "conflict_unresolved"
  /// A write ahead of it is not taken yet. Never a verdict's reason: see ``QueuedWrite/waiting``.
  case awaitingDependency = "awaiting_dependency"
}
