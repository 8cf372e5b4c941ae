import MarfaModel
import MarfaSQL

extension MarfaError {
  /// The one reading of what the database refuses.
  package init(sql error: SQLError) {
    self =
      switch error.kind {
      case .full: .storageFull(message: "The device has no space left for this change.")
      case .closed: .closed(message: MarfaErrorKind.closed.sentence)
      case .interrupted: .canceled(message: MarfaErrorKind.canceled.sentence)
      case .busy: .store(message: "Another program kept the store busy for too long.")
      case .readOnly: .store(message: "The store, or its folder, can't be written.")
      case .cannotOpen: .store(message: "The store can't be opened at its path.")
      case .notADatabase: .store(message: "The file is not a store.")
      case .corrupt: .store(message: "The store's file is damaged.")
      case .io: .store(message: "Reading or writing the store's file failed.")
      case .constraint, .misuse, .other: .store(message: error.description)
      }
  }

  /// What a transaction threw, as the one error that calls throw.
  ///
  /// Errors of this kind stay as they are, refusals of rules become theirs, cancellation becomes
  /// `canceled`, and an error of any other kind is a `store` failure that names its type alone.
  package init(storing error: any Error) {
    self =
      switch error {
      case let error as MarfaError: error
      case let refusal as RuleRefusal: refusal.error
      case let error as SQLError: MarfaError(sql: error)
      case is CancellationError: .canceled(message: MarfaErrorKind.canceled.sentence)
      default: .store(message: "Unexpected: \(type(of: error)).")
      }
  }
}
