import Foundation

/// The address of a server and the key that opens it.
///
/// The key lives in memory only. It appears in no description, no reflection, no error and no
/// store, and is no part of a store's identity.
public struct Server: Sendable, Hashable {
  /// Where the server is.
  public var url: URL
  /// The key that every request carries.
  public var key: String

  /// Makes a server value. Nothing is checked or sent until a copy uses it.
  public init(url: URL, key: String) {
    self.url = url
    self.key = key
  }

  /// Reads `MARFA_API_URL` and `MARFA_API_KEY`.
  ///
  /// An empty variable counts as unset. With neither set there is no server and the answer is
  /// `nil`; with only one set the call fails, so that an unattended run never falls through to a
  /// prompt.
  ///
  /// - Parameter environment: where to look; the process's own environment by default.
  /// - Throws: ``EnvironmentError``, which holds neither value, since one of them may be the key.
  public static func fromEnvironment(
    _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(EnvironmentError) -> Server? {
    let address = environment[Variable.url] ?? ""
    let key = environment[Variable.key] ?? ""
    switch (address.isEmpty, key.isEmpty) {
    case (true, true): return nil
    case (true, false): throw .incomplete(missing: Variable.url)
    case (false, true): throw .incomplete(missing: Variable.key)
    case (false, false): break
    }
    guard let url = URL(string: address), Origin(url) != nil else { throw .notAServer }
    return Server(url: url, key: key)
  }

  private enum Variable {
    static let url = "MARFA_API_URL"
    static let key = "MARFA_API_KEY"
  }
}

extension Server: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The address without the key.
  public var description: String { "Server(\(Origin(url)?.text ?? "unusable address"))" }
  /// The address without the key.
  public var debugDescription: String { description }
  /// The address without the key.
  public var customMirror: Mirror { Mirror(self, children: ["url": url]) }
}
