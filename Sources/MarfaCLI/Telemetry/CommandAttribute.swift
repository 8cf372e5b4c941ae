/// What the event of a command that ended says, in the order it is written.
enum CommandAttribute: CaseIterable {
  case command
  case exitStatus
  case milliseconds

  /// Its name.
  var name: StaticString {
    switch self {
    case .command: "command"
    case .exitStatus: "exit_status"
    case .milliseconds: "milliseconds"
    }
  }

  /// What it is and what it is for, as the documentation says it.
  var purpose: String {
    switch self {
    case .command: "which command it was, a word of `marfa help`. It shows what is used."
    case .exitStatus: "how it ended, 0 to 5. It shows what fails."
    case .milliseconds: "how long it took. It shows what is slow."
    }
  }
}
