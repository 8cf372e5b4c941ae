import Foundation
import Marfa
import MarfaModel
import Resilience

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Which errors say only that there is no connection now, so that none of them opens an alert.
enum ConnectionTrouble {
  static func isOne(_ error: any Error) -> Bool {
    switch error {
    case let error as MarfaError: error.isTransient
    case is URLError: true
    case let error as POSIXError: codes.contains(error.code)
    default: error.isRetryable
    }
  }

  /// What the system says when a network or a peer is gone or silent.
  private static let codes: Set<POSIXError.Code> = [
    .ETIMEDOUT, .ECONNREFUSED, .ECONNRESET, .ECONNABORTED, .ENETDOWN, .ENETUNREACH, .ENETRESET,
    .EHOSTDOWN, .EHOSTUNREACH, .ENOTCONN, .EPIPE, .EADDRNOTAVAIL,
  ]
}
