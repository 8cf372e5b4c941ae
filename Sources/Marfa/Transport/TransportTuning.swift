/// The figures of the transports: what each means, and what happens above and below it.
enum TransportTuning {
  /// Bytes of a stream that may wait for their reader before the connection is held back. Above,
  /// memory for each slow reader; below, a fast one waits for the network more often.
  static let streamHighWater = 262_144

  /// Connections that are kept for the next request. Above, sockets that nobody uses; below,
  /// bursts of requests connect anew.
  static let idleConnections = 32

  /// How long the thread may sleep when nothing is to be done, in milliseconds. Only the tidying
  /// of old connections waits for it: requests wake the thread.
  static let idlePollMilliseconds: Int32 = 60_000

  /// Bytes that libcurl reads at a time. Above, memory for each connection; below, more turns for
  /// a large body.
  static let receiveBufferBytes = 65_536

  /// Used handles that are kept for the next request, which saves making one.
  static let spareHandles = 16
}
