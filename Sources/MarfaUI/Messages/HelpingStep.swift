import MarfaModel

/// The one thing a person can do at once about an error, where there is one.
public enum HelpingStep: Sendable, Hashable, CaseIterable {
  /// Sign in, or hand over another key.
  case signIn
  /// Load the copy anew.
  case loadAgain
  /// Look at the app's settings, where the server's address is.
  case openSettings
  /// Make room on the device.
  case freeSpace

  /// The step that a remedy asks for; `nil` where no button helps.
  public init?(_ remedy: Remedy) {
    switch remedy {
    case .newKey: self = .signIn
    case .hydrate: self = .loadAgain
    case .checkAddress: self = .openSettings
    case .freeSpace: self = .freeSpace
    case .wait, .network, .grant, .reread, .fixInput, .update, .confirm, .reopen, .nothing:
      return nil
    }
  }
}
