extension MarfaErrorKind {
  /// One fixed sentence for the case, holding nothing of any person or instance.
  public var sentence: String {
    switch self {
    case .notFound: "This is not here any more."
    case .unauthorized: "The server no longer accepts this device's key. Sign in again."
    case .forbidden: "This key is not allowed to do that."
    case .validation: "The server does not accept this as it is."
    case .unknownType: "The server does not know this type of item."
    case .rateLimited: "The server asked to wait. Try again in a little while."
    case .server: "The server had a problem. Try again."
    case .network: "The server could not be reached."
    case .unnamed: "Something between this device and the server answered in its place."
    case .redirected: "The server at this address moved. Check the address."
    case .decoding: "The server's answer could not be read."
    case .contractMismatch:
      "This app and the server are of different versions. Update the app."
    case .signedOut: "You are signed out. Sign in again."
    case .noServer: "This copy has no server."
    case .wrongServer: "This store belongs to another server."
    case .streamIncomplete: "The server's updates broke off. Try again."
    case .hydrationIncomplete: "This copy is not complete yet. Load it again."
    case .noCursor: "This copy has nothing to follow yet. Load it first."
    case .noCatalog: "This copy does not hold the types yet. Load it first."
    case .copyExpired: "This copy is out of date and must be loaded again."
    case .wrongSchema: "This store was made by another version."
    case .readingHandle: "Another process has this copy open."
    case .invalid: "This cannot be done as it was asked."
    case .canceled: "Stopped."
    case .closed: "This copy is closed."
    case .store: "The local store could not be read."
    case .io: "The file could not be read."
    case .storageFull: "This device is out of space."
    case .bytesAbsent: "The file's content is not on this device."
    case .noKeychain: "This device has no keychain."
    case .firstSyncWaiting: "Confirm the folder's first sync."
    case .embedIncomplete:
      "The file was added, but the text that shows it could not be changed."
    }
  }
}
