import Foundation

/// An answer of a server, before anybody judged it.
public struct HTTPAnswer: Sendable {
  /// The status code.
  public var status: Int
  /// The body, whole.
  public var body: Data
  /// The `Retry-After` field, if there was one.
  public var retryAfter: String?
  /// The `Date` field, if there was one.
  public var date: String?

  /// Makes an answer.
  public init(status: Int, body: Data, retryAfter: String? = nil, date: String? = nil) {
    self.status = status
    self.body = body
    self.retryAfter = retryAfter
    self.date = date
  }
}
