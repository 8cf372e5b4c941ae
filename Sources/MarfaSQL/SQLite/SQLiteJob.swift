/// One asked-for transaction, waiting for the writer.
struct SQLiteJob: Sendable {
  /// How the writer runs it.
  enum Kind: Sendable {
    /// In a transaction that may be shared with others.
    case write
    /// In a transaction that is rolled back: a read of an in-memory store.
    case read
  }

  /// What became of the body, kept back until the fate of the transaction is known.
  struct Outcome {
    /// What the body threw, if it threw.
    let error: (any Error)?
    /// Answers whoever asked: with the body's value, or what it threw.
    let answer: @Sendable () -> Void
  }

  let kind: Kind
  /// Runs the body.
  let perform: @Sendable (SQLiteConnection) -> Outcome
  /// Answers whoever asked with an error, in place of an outcome.
  let refuse: @Sendable (any Error) -> Void

  /// Makes a job that calls `finish` exactly once.
  init<T: Sendable>(
    _ kind: Kind, _ body: @escaping @Sendable (any SQLConnection) throws -> T,
    _ finish: @escaping @Sendable (Result<T, any Error>) -> Void
  ) {
    self.kind = kind
    perform = { connection in
      do {
        let value = try body(connection)
        return Outcome(error: nil) { finish(.success(value)) }
      } catch {
        return Outcome(error: error) { finish(.failure(error)) }
      }
    }
    refuse = { finish(.failure($0)) }
  }
}
