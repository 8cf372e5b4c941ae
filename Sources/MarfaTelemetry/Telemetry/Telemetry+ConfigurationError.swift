import Foundation

extension Telemetry {
  /// Why a destination was refused. It repeats neither the host nor the token.
  public enum ConfigurationError: Error, Sendable, Hashable, LocalizedError {
    /// The host is neither `https` nor `http` on this machine, or names no host.
    case hostNotAllowed
    /// The host's address carries a user name or a password.
    case hostCarriesCredentials
    /// The token is empty, as in a build from public source.
    case emptyToken
    /// The token holds a blank or a control character.
    case blankInToken

    /// One sentence that says what to change.
    public var errorDescription: String? {
      switch self {
      case .hostNotAllowed:
        "The host of telemetry must be an https address, or an http address of this machine."
      case .hostCarriesCredentials:
        "The host of telemetry must not carry a user name or a password."
      case .emptyToken: "The project token of telemetry is empty."
      case .blankInToken: "The project token of telemetry holds a blank character."
      }
    }
  }
}
