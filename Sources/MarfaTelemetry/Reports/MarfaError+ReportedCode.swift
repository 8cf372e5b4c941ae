import MarfaModel

extension MarfaError {
  /// The server's code, when it has the shape of one: a short word in lower case.
  ///
  /// A proxy or a broken server can put anything there, so all else is left out.
  var reportedCode: String? {
    guard let code = carriedCode, Self.isShortWord(code) else { return nil }
    return code
  }

  private var carriedCode: String? {
    switch self {
    case .notFound(let code, _), .unauthorized(let code, _), .forbidden(let code, _),
      .validation(let code, _), .rateLimited(let code, _, _), .server(_, let code, _):
      code
    case .unknownType, .network, .unnamed, .redirected, .decoding, .contractMismatch, .signedOut,
      .noServer, .wrongServer, .streamIncomplete, .hydrationIncomplete, .noCursor, .noCatalog,
      .copyExpired, .wrongSchema, .readingHandle, .invalid, .canceled, .closed, .store, .io,
      .storageFull, .bytesAbsent, .noKeychain, .firstSyncWaiting, .embedIncomplete:
      nil
    }
  }

  private static func isShortWord(_ code: String) -> Bool {
    let bytes = code.utf8
    guard let first = bytes.first, isLetter(first), bytes.count <= Tuning.codeLength else {
      return false
    }
    return bytes.allSatisfy {
      isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        || $0 == UInt8(ascii: "_")
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }
}
