/// The parts of a request that have a time limit each.
public enum TransportPhase: Sendable, Hashable, CaseIterable {
  /// Looking up the name, connecting, the TLS handshake.
  case connect
  /// Sending the request, until the head of the answer is there.
  case head
  /// Reading the body.
  case body
}
