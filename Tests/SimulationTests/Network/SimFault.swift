import Resilience

/// What becomes of one request on its way to the server and of its answer on the way back.
enum SimFault: Sendable, Hashable {
  /// Nothing: it arrives, and its answer does.
  case none
  /// It never arrives, and the copy knows.
  case refused
  /// It never arrives; the copy waits in vain.
  case lost
  /// It arrives long after the copy gave up on it.
  case late
  /// It is done, and its answer never arrives.
  case answerLost
  /// It arrives twice, one behind the other; the copy gets the second answer.
  case twice
  /// Its answer takes so long.
  case slow(Duration)
  /// The server answers that it can't just now; nothing is done.
  case unavailable(status: Int)
  /// Something between answers in the server's place, whether it let the request through or not.
  case stranger(arrives: Bool)
  /// Something else happens before it arrives.
  case meanwhileBefore
  /// Something else happens before its answer arrives.
  case meanwhileAfter
  /// The copy's process dies before it arrives.
  case crashBefore
  /// The copy's process dies before its answer arrives.
  case crashAfter
}
