/// The transport that is best on this platform.
enum PlatformTransport {
  /// libcurl on Linux, where it is several times faster; `URLSession` elsewhere.
  static func make() -> any HTTPTransport {
    #if canImport(CCurl)
      return CurlTransport()
    #else
      return URLSessionTransport()
    #endif
  }
}
