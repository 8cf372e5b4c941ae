extension ErrorReference {
  /// What stands before the groups.
  static let head = """
    # Errors

    Every call on a working copy, on folders, a server or a client throws one type, `MarfaError`. An
    app needs no list of its cases: `error.remedy` says what heals it, and four properties read that
    one table. `error.message` is a sentence that can be shown to a person as it is; `error.code()` is
    a fixed word for logs and scripts, and not the code that the server gave.

    ```swift
    import Marfa

    /// What an app does about a failed call.
    func next(after error: MarfaError) -> String {
      if error.refusesKey { return "ask for a new key, then call useKey(_:)" }
      if error.needsHydration { return "call hydrate" }
      if error.isTransient { return "try again after \\(error.retryAfter ?? .seconds(1))" }
      return "show: \\(error.message)"
    }
    ```

    | remedy | what the app does | property |
    |---|---|---|
    | `wait` | keeps going and tries again, not before `retryAfter` | `isTransient` |
    | `network` | keeps going and tries again when the network is back | `isTransient` |
    | `newKey` | gets a key and hands it to `useKey(_:)` | `refusesKey` |
    | `hydrate` | hydrates; the queue is kept | `needsHydration` |
    | `grant` | says who can give the permission | – |
    | `reread` | reads the row again and redoes the change | – |
    | `fixInput` | shows what is wrong with the input | – |
    | `checkAddress` | asks for the server's address | – |
    | `update` | asks for a newer app or server | – |
    | `freeSpace` | asks for space on the device | – |
    | `confirm` | asks the person to confirm | – |
    | `reopen` | opens the copy again, or lets the other process have it | – |
    | `nothing` | tells it, or shows nothing (`canceled`) | – |

    At most one of the three properties is true, and `forbidden` has none of them: its key is valid.

    """

  /// What stands after the groups.
  static let tail = """

    ## Errors of other types

    | call | throws |
    |---|---|
    | `Server.fromEnvironment()` | `Server.EnvironmentError` |
    | the calls of `Keychain` | `Keychain.Failure` |

    Cancelling the task of a hydrate, a catch-up or a drain throws `MarfaError.canceled`. What was
    done until then stays done, and the queue keeps its keys. Helpers of `Resilience` leave
    `CancellationError` as it is.

    """
}
