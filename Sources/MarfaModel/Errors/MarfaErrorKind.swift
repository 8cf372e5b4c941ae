/// The case of a ``MarfaError`` without what it carries.
///
/// Its raw value is the stable word that ``MarfaError/code()`` answers. Text that must not carry a
/// person's data (telemetry, logs) is made from this alone.
public enum MarfaErrorKind: String, Sendable, Hashable, CaseIterable {
  /// ``MarfaError/notFound(code:message:)``.
  case notFound = "not_found"
  /// ``MarfaError/unauthorized(code:message:)``.
  case unauthorized
  /// ``MarfaError/forbidden(code:message:)``.
  case forbidden
  /// ``MarfaError/validation(code:message:)``.
  case validation
  /// ``MarfaError/unknownType(message:)``.
  case unknownType = "unknown_type"
  /// ``MarfaError/rateLimited(code:message:retryAfterSeconds:)``.
  case rateLimited = "rate_limited"
  /// ``MarfaError/server(status:code:message:)``.
  case server
  /// ``MarfaError/network(message:)``.
  case network
  /// ``MarfaError/unnamed(status:message:)``.
  case unnamed = "unnamed_answer"
  /// ``MarfaError/redirected(origin:status:location:message:)``.
  case redirected = "redirect"
  /// ``MarfaError/decoding(message:)``.
  case decoding
  /// ``MarfaError/contractMismatch(served:expected:status:writeSent:message:)``.
  case contractMismatch = "contract_mismatch"
  /// ``MarfaError/signedOut(origin:message:)``.
  case signedOut = "signed_out"
  /// ``MarfaError/noServer(message:)``.
  case noServer = "no_server"
  /// ``MarfaError/wrongServer(expected:got:message:)``.
  case wrongServer = "wrong_server"
  /// ``MarfaError/streamIncomplete(reason:message:)``.
  case streamIncomplete = "stream_incomplete"
  /// ``MarfaError/hydrationIncomplete(message:)``.
  case hydrationIncomplete = "hydration_incomplete"
  /// ``MarfaError/noCursor(message:)``.
  case noCursor = "no_cursor"
  /// ``MarfaError/noCatalog(message:)``.
  case noCatalog = "no_catalog"
  /// ``MarfaError/copyExpired(reason:message:)``.
  case copyExpired = "copy_expired"
  /// ``MarfaError/wrongSchema(path:reason:unsent:message:)``.
  case wrongSchema = "wrong_schema"
  /// ``MarfaError/readingHandle(message:)``.
  case readingHandle = "reading_handle"
  /// ``MarfaError/invalid(message:)``.
  case invalid
  /// ``MarfaError/canceled(message:)``.
  case canceled
  /// ``MarfaError/closed(message:)``.
  case closed
  /// ``MarfaError/store(message:)``.
  case store
  /// ``MarfaError/io(message:)``.
  case io
  /// ``MarfaError/storageFull(message:)``.
  case storageFull = "storage_full"
  /// ``MarfaError/bytesAbsent(hash:reason:message:)``.
  case bytesAbsent = "bytes_absent"
  /// ``MarfaError/noKeychain(message:)``.
  case noKeychain = "no_keychain"
  /// ``MarfaError/firstSyncWaiting(message:)``.
  case firstSyncWaiting = "first_sync_waiting"
  /// ``MarfaError/embedIncomplete(attached:cause:)``.
  case embedIncomplete = "embed_incomplete"

  /// The kind of an error.
  public init(_ error: MarfaError) {
    self =
      switch error {
      case .notFound: .notFound
      case .unauthorized: .unauthorized
      case .forbidden: .forbidden
      case .validation: .validation
      case .unknownType: .unknownType
      case .rateLimited: .rateLimited
      case .server: .server
      case .network: .network
      case .unnamed: .unnamed
      case .redirected: .redirected
      case .decoding: .decoding
      case .contractMismatch: .contractMismatch
      case .signedOut: .signedOut
      case .noServer: .noServer
      case .wrongServer: .wrongServer
      case .streamIncomplete: .streamIncomplete
      case .hydrationIncomplete: .hydrationIncomplete
      case .noCursor: .noCursor
      case .noCatalog: .noCatalog
      case .copyExpired: .copyExpired
      case .wrongSchema: .wrongSchema
      case .readingHandle: .readingHandle
      case .invalid: .invalid
      case .canceled: .canceled
      case .closed: .closed
      case .store: .store
      case .io: .io
      case .storageFull: .storageFull
      case .bytesAbsent: .bytesAbsent
      case .noKeychain: .noKeychain
      case .firstSyncWaiting: .firstSyncWaiting
      case .embedIncomplete: .embedIncomplete
      }
  }
}
