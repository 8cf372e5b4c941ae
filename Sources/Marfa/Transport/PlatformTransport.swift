import Resilience

/// The transport that is best on this platform.
enum PlatformTransport {
  /// libcurl on Linux, where it is several times faster; `URLSession` elsewhere.
  ///
  /// - Parameter clock: what measures how long the head and the body of an answer take.
  static func make(clock: any WaitingClock) -> any HTTPTransport {
    #if canImport(CCurl)
      return CurlTransport(clock: clock)
    #else
      return URLSessionTransport(clock: clock)
    #endif
  }
}
