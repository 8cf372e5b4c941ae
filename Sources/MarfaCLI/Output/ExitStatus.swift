import Marfa

/// How a command ends, for scripts (`docs/cli.md`). One table reads the error's remedy.
enum ExitStatus: Int32, CaseIterable {
  /// Done.
  case done = 0
  /// Refused: doing it again as it is will be refused again.
  case refused = 1
  /// The command was not understood, or there is no store at the path.
  case usage = 2
  /// It could not be done now; the same command may go through later.
  case later = 3
  /// The copy or its store needs something first: a hydration, space, another process to end.
  case copy = 4
  /// The key is refused: another one is needed.
  case credential = 5

  /// The status of an error, by what heals it.
  init(_ error: MarfaError) {
    // Nothing heals a cancellation, yet the same command may well go through later.
    if case .canceled = error {
      self = .later
    } else {
      self.init(error.remedy)
    }
  }

  /// The status of every error that this heals.
  init(_ remedy: Remedy) {
    self =
      switch remedy {
      case .wait, .network: .later
      case .newKey: .credential
      case .hydrate, .freeSpace, .confirm, .reopen: .copy
      case .grant, .reread, .fixInput, .checkAddress, .update, .nothing: .refused
      }
  }
}
