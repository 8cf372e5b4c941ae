/// Why a stream takes no more bytes.
public enum HTTPStreamError: Error, Equatable {
  /// The connection has ended; what was not read is lost.
  ///
  /// The client left, or read nothing for too long, or the server's stop ran past its deadline.
  case clientGone
  /// The stream has been finished already.
  case finished
  /// More bytes than the announced length. Nothing of this write was taken.
  case lengthExceeded
}
