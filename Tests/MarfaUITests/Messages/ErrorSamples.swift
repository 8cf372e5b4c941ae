import Marfa

/// One error of every case, and of every remedy of `server`.
enum ErrorSamples {
  static let all: [MarfaError] = [
    .notFound(code: "", message: ""), .unauthorized(code: "", message: ""),
    .forbidden(code: "", message: ""), .validation(code: "", message: ""),
    .unknownType(message: ""), .rateLimited(code: "", message: "", retryAfterSeconds: nil),
    .server(status: 500, code: "", message: ""), .server(status: 409, code: "", message: ""),
    .server(status: 413, code: "", message: ""), .server(status: 418, code: "", message: ""),
    .network(message: ""), .unnamed(status: 502, message: ""),
    .redirected(origin: "", status: 301, location: nil, message: ""), .decoding(message: ""),
    .contractMismatch(served: nil, expected: 0, status: nil, writeSent: false, message: ""),
    .signedOut(origin: "", message: ""), .noServer(message: ""),
    .wrongServer(expected: "", got: "", message: ""), .streamIncomplete(reason: "", message: ""),
    .hydrationIncomplete(message: ""), .noCursor(message: ""), .noCatalog(message: ""),
    .copyExpired(reason: "", message: ""),
    .wrongSchema(path: "", reason: "", unsent: nil, message: ""), .readingHandle(message: ""),
    .invalid(message: ""), .canceled(message: ""), .closed(message: ""), .store(message: ""),
    .io(message: ""), .storageFull(message: ""), .bytesAbsent(hash: "", reason: "", message: ""),
    .noKeychain(message: ""), .firstSyncWaiting(message: ""),
    .embedIncomplete(attached: "", cause: .io(message: "")),
  ]
}
