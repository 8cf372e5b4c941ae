/// An answer whose body is read while it comes.
///
/// It is read by one reader, once. Bytes wait in a bounded buffer; when the reader lags, the
/// connection is held back. A stream that is let go of, or whose reader is cancelled, gives up its
/// connection.
public final class TransportStream: AsyncSequence, Sendable {
  /// Some bytes of the body, never none.
  public typealias Element = [UInt8]
  /// What reading throws: ``TransportError`` or `CancellationError`.
  public typealias Failure = any Error

  /// The status and header fields.
  public let head: TransportHead

  private let nextChunk: @Sendable () async throws -> [UInt8]?
  private let cancelTransfer: @Sendable () -> Void

  /// Makes a stream from what yields its bytes; transports call it, and scripted ones in tests.
  ///
  /// - Parameters:
  ///   - head: the status and header fields.
  ///   - next: answers the next bytes, never none of them, `nil` after the last; throws
  ///     ``TransportError``, or `CancellationError` once the transfer or its task is cancelled.
  ///   - cancel: gives up the transfer; may be called more than once and after the end.
  public init(
    head: TransportHead,
    next: @escaping @Sendable () async throws -> [UInt8]?,
    cancel: @escaping @Sendable () -> Void
  ) {
    self.head = head
    nextChunk = next
    cancelTransfer = cancel
  }

  deinit {
    cancelTransfer()
  }

  /// Gives up the transfer: whoever reads gets `CancellationError`, the connection is closed.
  public func cancel() {
    cancelTransfer()
  }

  /// Starts reading.
  public func makeAsyncIterator() -> Iterator {
    Iterator(stream: self)
  }

  /// Reads one chunk after the other.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let stream: TransportStream

    /// Waits for the next bytes.
    ///
    /// - Returns: at least one byte; `nil` after the last.
    /// - Throws: ``TransportError`` when the body broke off: what came before is then no whole
    ///   answer. `CancellationError` at once when the task or the stream is cancelled.
    public mutating func next() async throws -> [UInt8]? {
      try await stream.nextChunk()
    }
  }
}
