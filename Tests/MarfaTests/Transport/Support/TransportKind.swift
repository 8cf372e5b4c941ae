import Marfa
import Resilience
import Testing

/// The transports that the contract is tested on.
enum TransportKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case curl

  func make() -> any HTTPTransport {
    switch self {
    case .curl: CurlTransport()
    }
  }

  var testDescription: String { rawValue }
}
