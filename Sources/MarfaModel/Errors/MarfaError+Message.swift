import Foundation

extension MarfaError: LocalizedError {
  /// One or two plain sentences, fit to be shown to a person unchanged.
  public var message: String {
    switch self {
    case .notFound(_, let message), .unauthorized(_, let message), .forbidden(_, let message),
      .validation(_, let message), .unknownType(let message), .rateLimited(_, let message, _),
      .server(_, _, let message), .network(let message), .unnamed(_, let message),
      .redirected(_, _, _, let message), .decoding(let message),
      .contractMismatch(_, _, _, _, let message), .signedOut(_, let message),
      .noServer(let message), .wrongServer(_, _, let message), .streamIncomplete(_, let message),
      .hydrationIncomplete(let message), .noCursor(let message), .noCatalog(let message),
      .copyExpired(_, let message), .wrongSchema(_, _, _, let message),
      .readingHandle(let message), .invalid(let message), .canceled(let message),
      .closed(let message), .store(let message), .io(let message), .storageFull(let message),
      .bytesAbsent(_, _, let message), .noKeychain(let message), .firstSyncWaiting(let message):
      message.isEmpty ? MarfaErrorKind(self).sentence : message
    case .embedIncomplete(_, let cause):
      "The file was added, but the text that shows it could not be changed. \(cause.message)"
    }
  }

  /// The same text as ``message``.
  public var errorDescription: String? { message }

  /// A stable word for the case, such as `not_found`. It is not the server's code.
  public func code() -> String { MarfaErrorKind(self).rawValue }
}
