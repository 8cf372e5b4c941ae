import Resilience

extension MarfaError {
  /// What heals this error: the one table that every part of the product reads.
  public var remedy: Remedy {
    switch self {
    case .rateLimited(_, _, let seconds):
      .wait(seconds.map { .seconds(Int64(clamping: $0)) })
    case .server(let status, _, _):
      Self.remedy(status: status)
    case .unnamed, .streamIncomplete: .wait(nil)
    case .network: .network
    case .unauthorized, .signedOut: .newKey
    case .hydrationIncomplete, .noCursor, .noCatalog, .copyExpired: .hydrate
    case .forbidden: .grant
    case .validation, .unknownType, .invalid: .fixInput
    case .redirected, .wrongServer, .noServer: .checkAddress
    case .decoding, .contractMismatch, .wrongSchema: .update
    case .storageFull: .freeSpace
    case .firstSyncWaiting: .confirm
    case .readingHandle, .closed, .store: .reopen
    case .notFound, .io, .bytesAbsent, .noKeychain, .canceled: .nothing
    case .embedIncomplete(_, let cause): cause.remedy
    }
  }

  /// Whether the server refuses the key: get a new one and hand it over.
  public var refusesKey: Bool { remedy == .newKey }

  /// Whether the trouble passes by itself: keep going and try again later.
  public var isTransient: Bool {
    switch remedy {
    case .wait, .network: true
    case .newKey, .hydrate, .grant, .reread, .fixInput, .checkAddress, .update, .freeSpace,
      .confirm, .reopen, .nothing:
      false
    }
  }

  /// Whether the copy must be loaded again.
  public var needsHydration: Bool { remedy == .hydrate }

  /// How long the server asks to wait first; `nil` when it named no time.
  public var retryAfter: Duration? {
    if case .wait(let time) = remedy { time } else { nil }
  }

  /// The part of the table that is decided by the status of a server's refusal.
  private static func remedy(status: UInt16) -> Remedy {
    switch status {
    case 409: .reread
    case 413, 422: .fixInput
    default: RetryAdvice.forStatus(Int(status)).allowsRetry ? .wait(nil) : .nothing
    }
  }
}
