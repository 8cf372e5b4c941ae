#if DEBUG
  import Foundation
  import Resilience

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// Ends the process with SIGKILL at a ``KillPoint``, as a crash or an empty battery would.
  ///
  /// Set by an environment variable when the process starts, so that a child needs no code of its
  /// own for it. It is compiled into debug builds only.
  package enum KillSwitch {
    /// The variable: a kill point's name, a colon, and how often it is passed before.
    package static let variable = "MARFA_KILL_POINT"

    /// The value of ``variable`` for a place.
    ///
    /// - Parameter passes: how often the place is passed before the process ends there.
    package static func setting(_ point: KillPoint, passes: Int) -> String {
      "\(point.rawValue):\(passes)"
    }

    private struct State {
      var point: KillPoint
      var left: Int

      init?(setting: String) {
        let parts = setting.split(separator: ":")
        guard parts.count == 2, let point = KillPoint(rawValue: String(parts[0])),
          let left = Int(parts[1]), left >= 0
        else { return nil }
        self.point = point
        self.left = left
      }
    }

    private static let state = Lock(
      ProcessInfo.processInfo.environment[variable].flatMap { State(setting: $0) })

    static func reached(_ point: KillPoint) {
      let isDue = state.withLock { state in
        guard state?.point == point, let left = state?.left else { return false }
        state?.left = left - 1
        return left == 0
      }
      if isDue { kill(getpid(), SIGKILL) }
    }
  }
#endif
