/// What is known of a request when its body is about to arrive.
public struct HTTPBodyHead: Sendable {
  /// The method as sent.
  public let method: String
  /// The target's path without the query, still percent-encoded.
  public let path: String
  /// The header fields.
  public let headers: HTTPHeaders
  /// The length that the client announced, in bytes; `nil` for a body that comes in chunks.
  public let announcedBytes: Int?

  /// Makes a head, for tests of what is asked with one.
  public init(method: String, path: String, headers: HTTPHeaders = [:], announcedBytes: Int?) {
    self.method = method
    self.path = path
    self.headers = headers
    self.announcedBytes = announcedBytes
  }
}
