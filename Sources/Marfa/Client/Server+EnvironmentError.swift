import Foundation

extension Server {
  /// Why the environment names no usable server. It holds neither value.
  public enum EnvironmentError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// One of the two variables is unset or empty; the word is the variable's name.
    case incomplete(missing: String)
    /// The address is not `http` or `https` with a host and without a user or password.
    case notAServer

    /// A sentence fit to show a person.
    public var description: String {
      switch self {
      case .incomplete(let missing):
        "\(missing) is not set. MARFA_API_URL and MARFA_API_KEY are needed together."
      case .notAServer:
        "MARFA_API_URL must be an http or https address with a host and without a user or password."
      }
    }

    /// The same text as ``description``.
    public var errorDescription: String? { description }
  }
}
