import Resilience

/// Why a request has no answer. It holds no address, header, key or text of a server.
public enum TransportError: Error, Sendable, Hashable {
  /// The connection could not be made, or did not carry the answer to its end.
  case connection(ConnectionFailure)
  /// The request could not be made; nothing was sent.
  case notBuildable(UnbuildableReason)
  /// This side could not go on.
  case local(LocalFailure)

  /// What became of the connection.
  public enum ConnectionFailure: Sendable, Hashable {
    /// Nobody takes connections there, or the way there is closed.
    case refused
    /// It was cut, before the answer or within it.
    case dropped
    /// The name of the server could not be looked up.
    case dns
    /// The two sides could not agree on a secure connection, or the certificate does not hold.
    case tls
    /// The time for this phase is over.
    case timedOut(TransportPhase)
    /// The answer's body or header fields are larger than is taken.
    case tooLarge
    /// What came back is not HTTP.
    case unreadable
    /// Anything else.
    case other
  }

  /// What a request could not be made from.
  public enum UnbuildableReason: Sendable, Hashable, CaseIterable {
    /// The address cannot be read, or holds a user name or password.
    case url
    /// The address is neither `http` nor `https`.
    case scheme
    /// The method is not a token.
    case method
    /// A header field's name is not a token, or its value holds a line break.
    case header
  }

  /// What kept this side from going on.
  public enum LocalFailure: Sendable, Hashable, CaseIterable {
    /// The file to be sent cannot be read, or changed its size meanwhile.
    case unreadableFile
    /// The transport is closed.
    case closed
    /// Two readers asked for the bytes of one stream at the same time.
    case secondReader
    /// The machine gave no memory, thread or socket.
    case resources
  }
}

extension TransportError: CustomStringConvertible {
  /// A constant sentence for logs.
  public var description: String {
    switch self {
    case .connection(let failure):
      switch failure {
      case .refused: "the connection was refused"
      case .dropped: "the connection was cut before the whole answer had come"
      case .dns: "the server's name could not be looked up"
      case .tls: "no secure connection could be made"
      case .timedOut(.connect): "the connection could not be made in time"
      case .timedOut(.head): "the server did not begin its answer in time"
      case .timedOut(.body): "the server did not finish its answer in time"
      case .tooLarge: "the answer is larger than is taken"
      case .unreadable: "what came back is not HTTP"
      case .other: "the connection failed"
      }
    case .notBuildable(let reason):
      switch reason {
      case .url: "the address cannot be used"
      case .scheme: "the address is neither http nor https"
      case .method: "the method is not a token"
      case .header: "a header field is malformed"
      }
    case .local(let failure):
      switch failure {
      case .unreadableFile: "the file to be sent cannot be read"
      case .closed: "the transport is closed"
      case .secondReader: "the stream has a reader already"
      case .resources: "the machine gave no memory, thread or socket"
      }
    }
  }
}

extension TransportError: RetryAdvising {
  /// What came after a request may have left the machine may have taken effect.
  public var retryAdvice: RetryAdvice {
    switch self {
    case .connection(let failure):
      switch failure {
      case .refused, .dns: RetryAdvice(.now)
      case .dropped, .other: RetryAdvice(.now, mayHaveSucceeded: true)
      case .timedOut(.connect): RetryAdvice(.now, failureClass: .timeout)
      case .timedOut(.head), .timedOut(.body):
        RetryAdvice(.now, mayHaveSucceeded: true, failureClass: .timeout)
      case .tls: .never
      case .tooLarge, .unreadable: RetryAdvice(.never, mayHaveSucceeded: true)
      }
    case .notBuildable, .local: .never
    }
  }
}
