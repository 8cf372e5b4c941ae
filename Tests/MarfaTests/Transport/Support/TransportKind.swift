import Marfa
import Testing

/// The transports that the contract is tested on.
enum TransportKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case curl, urlSession

  /// Points of the contract that the URL loading system does not keep on Linux (Swift 6.3.1).
  enum Point {
    /// A chunked answer with trailers: it ends the process with a trap.
    case trailers
    /// A reader that lags: suspending a task takes it off the wire for good.
    case backPressure
    /// A 100 before the answer: it is taken for the answer.
    case interimAnswers
    /// A field with no blank after its colon: the whole head is refused.
    case tightFields
    /// A failed TLS handshake, and bytes that are not HTTP: both come as "unknown".
    case toldApart
  }

  /// The transports that keep this point.
  static func keeping(_ point: Point) -> [TransportKind] {
    #if canImport(Darwin)
      allCases
    #else
      [.curl]
    #endif
  }

  func make() -> any HTTPTransport {
    switch self {
    #if canImport(CCurl)
      case .curl: CurlTransport()
    #else
      case .curl: URLSessionTransport()
    #endif
    case .urlSession: URLSessionTransport()
    }
  }

  var testDescription: String { rawValue }
}
