/// Why a stream takes no more bytes.
public enum HTTPStreamError: Error, Equatable {
  /// The connection has ended: the client left, stopped reading for too long, or the server's
  /// stop ran past its deadline. What was not read is lost.
  case clientGone
  /// The stream has been finished already.
  case finished
  /// More bytes than the announced length. Nothing of this write was taken.
  case lengthExceeded
}
