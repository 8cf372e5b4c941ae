/// Why the server could not be started, or a file not be opened for an answer.
public enum HTTPServerError: Error, Equatable, CustomStringConvertible {
  /// Another process, or another server of this one, listens there already.
  case addressInUse(host: String, port: Int)
  /// The host is no address of this machine, or names none at all.
  case badHost(host: String, reason: String)
  /// A port outside 0 to 65535.
  case badPort(Int)
  /// The system does not let this user listen there.
  case permissionDenied(host: String, port: Int)
  /// The system refused a step of starting for another reason.
  case system(step: String, reason: String)
  /// `start` was called on a server that runs, or ran before. A server starts once.
  case alreadyStarted
  /// A file for an answer could not be opened; the name is its last path component.
  case file(name: String, reason: String)

  /// What happened and what to do about it, in words for people.
  public var description: String {
    switch self {
    case .addressInUse(let host, let port):
      "Port \(port) on \(host) is already in use. Stop the other program, or choose another port."
    case .badHost(let host, let reason):
      "Cannot listen on \"\(host)\": \(reason). Use an address of this machine, such as 127.0.0.1."
    case .badPort(let port):
      "\(port) is not a port. Ports are numbers from 0 to 65535; 0 lets the system choose."
    case .permissionDenied(let host, let port):
      "No permission to listen on \(host) port \(port). Ports below 1024 often need more rights."
    case .system(let step, let reason):
      "The server could not start: \(step) failed (\(reason))."
    case .alreadyStarted:
      "This server has been started before. Make a new one to listen again."
    case .file(let name, let reason):
      "The file \"\(name)\" cannot be sent: \(reason)."
    }
  }
}
