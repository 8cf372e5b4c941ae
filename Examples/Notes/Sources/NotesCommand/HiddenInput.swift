import Dispatch
import Resilience

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Keeps a terminal from showing what is entered, and puts it back however the asking ends.
///
/// The setting belongs to the terminal, not to the process: ended by Control-C while a key is asked
/// for, a process would leave a shell that shows nothing of what is typed.
final class HiddenInput: Sendable {
  /// What ends a process that doesn't ask for it.
  static let endings = [SIGINT, SIGTERM, SIGHUP]

  private typealias Handler = @convention(c) (Int32) -> Void

  private struct State {
    var settings: termios?
    var sources: [any DispatchSourceSignal] = []
    var handlers: [Int32: Handler?] = [:]
  }

  private let descriptor: Int32
  private let state = Lock(State())

  /// Does nothing where the input is no terminal.
  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Shows nothing of what is entered from now on.
  func hide() {
    let sources = state.withLock { state -> [any DispatchSourceSignal] in
      var settings = termios()
      guard state.settings == nil, tcgetattr(descriptor, &settings) == 0 else { return [] }
      state.settings = settings
      settings.c_lflag &= ~tcflag_t(ECHO)
      tcsetattr(descriptor, TCSANOW, &settings)
      for number in Self.endings {
        // The source hears it; the process itself is not to end before the terminal is put back.
        state.handlers[number] = signal(number, SIG_IGN)
        state.sources.append(DispatchSource.makeSignalSource(signal: number, queue: .global()))
      }
      return state.sources
    }
    for (source, number) in zip(sources, Self.endings) {
      source.setEventHandler { [weak self] in
        self?.show()
        kill(getpid(), number)
      }
      source.activate()
    }
  }

  /// Shows it again, as it was before.
  func show() {
    let sources = state.withLock { state -> [any DispatchSourceSignal] in
      guard var settings = state.settings else { return [] }
      tcsetattr(descriptor, TCSANOW, &settings)
      for (number, handler) in state.handlers { signal(number, handler) }
      defer { state = State() }
      return state.sources
    }
    for source in sources { source.cancel() }
  }
}
