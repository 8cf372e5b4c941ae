import Foundation

extension TransportError {
  /// Reads an error of the URL loading system.
  ///
  /// - Parameters:
  ///   - error: what the system ended a task with.
  ///   - phase: how far the request had come.
  init(urlLoading error: any Error, phase: TransportPhase) {
    guard let error = error as? URLError else {
      self = .connection(.other)
      return
    }
    switch error.code {
    case .cannotConnectToHost, .notConnectedToInternet:
      self = .connection(.refused)
    case .cannotFindHost, .dnsLookupFailed:
      self = .connection(.dns)
    case .networkConnectionLost:
      self = .connection(.dropped)
    case .timedOut:
      self = .connection(.timedOut(phase))
    case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid,
      .clientCertificateRejected, .clientCertificateRequired:
      self = .connection(.tls)
    case .badServerResponse:
      #if canImport(Darwin)
        self = .connection(.unreadable)
      #else
        // There it stands for an answer of no bytes.
        self = .connection(.dropped)
      #endif
    case .cannotParseResponse, .cannotDecodeRawData, .cannotDecodeContentData:
      self = .connection(.unreadable)
    case .dataLengthExceedsMaximum:
      self = .connection(.tooLarge)
    case .badURL, .unsupportedURL:
      self = .notBuildable(.url)
    case .fileDoesNotExist, .fileIsDirectory, .noPermissionsToReadFile:
      self = .local(.unreadableFile)
    default:
      // Whatever ends a body early, it is not whole.
      self = .connection(phase == .body ? .dropped : .other)
    }
  }
}
