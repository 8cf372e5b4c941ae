/// An answer together with where it came from.
public enum Answer<Value: Sendable>: Sendable {
  /// The remote source gave it just now.
  case fresh(Value)
  /// The remote source failed with `cause`, and this is what it gave `age` ago.
  case cached(Value, age: Duration, cause: any Error)

  /// The answer itself.
  public var value: Value {
    switch self {
    case .fresh(let value), .cached(let value, _, _): value
    }
  }

  /// How long ago the remote source gave it; `nil` for a fresh one.
  public var age: Duration? {
    switch self {
    case .fresh: nil
    case .cached(_, let age, _): age
    }
  }

  /// The failure that was bypassed; `nil` for a fresh answer.
  public var cause: (any Error)? {
    switch self {
    case .fresh: nil
    case .cached(_, _, let cause): cause
    }
  }

  /// Answers the same with its value made into another, for a layer above.
  public func map<Other: Sendable, Failure: Error>(
    _ transform: (Value) throws(Failure) -> Other
  ) throws(Failure) -> Answer<Other> {
    switch self {
    case .fresh(let value): .fresh(try transform(value))
    case .cached(let value, let age, let cause):
      .cached(try transform(value), age: age, cause: cause)
    }
  }
}
