/// An error type of which some values say that the work was called off.
///
/// For libraries that throw one type of their own. ``RetryExecutor``, ``FallbackCache`` and
/// ``MessageCatalog`` treat such a value as `CancellationError`: never retried, never replaced by
/// an older answer, never shown.
public protocol CancellationConveying: Error {
  /// Whether this value says that the work was called off.
  var conveysCancellation: Bool { get }
}
