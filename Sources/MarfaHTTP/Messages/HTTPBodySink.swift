/// Where the body of one request goes while it arrives, in place of memory.
///
/// It is called on a network thread, one call after the other; while it works, the other clients of
/// that thread wait. When the body is complete the handler gets it as `HTTPRequest.sink`; when the
/// body breaks off it is dropped.
public protocol HTTPBodySink: AnyObject, Sendable {
  /// Whether it takes no more. The request is then handled with `bodyOverflow`.
  var isFull: Bool { get }

  /// Takes the next bytes. They are gone when the call returns.
  func take(_ bytes: UnsafeRawBufferPointer)
}
