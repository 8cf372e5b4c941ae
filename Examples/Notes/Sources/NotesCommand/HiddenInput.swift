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
/// for, a process would leave a shell that shows nothing of what is typed. One asking at a time; the
/// calls come from one task.
enum HiddenInput {
  /// What ends a process that doesn't ask for it.
  static let endings = [SIGINT, SIGTERM, SIGHUP]

  private typealias Handler = @convention(c) (Int32) -> Void

  // A signal's handler can take no lock. It only reads this, and is set only while this stands.
  nonisolated(unsafe) private static var hidden: (descriptor: Int32, settings: termios)?
  // The same. It is memory of C, so that reading it in the handler takes nothing of Swift's.
  nonisolated(unsafe) private static let handlers = UnsafeMutablePointer<Handler?>.allocate(
    capacity: 3)

  /// Shows nothing of what is entered from now on; does nothing where the input is no terminal.
  static func hide(_ descriptor: Int32) {
    var settings = termios()
    guard hidden == nil, tcgetattr(descriptor, &settings) == 0 else { return }
    hidden = (descriptor, settings)
    for (place, number) in endings.enumerated() {
      (handlers + place).initialize(
        to: signal(number) { number in
          HiddenInput.putBack()
          let place = number == SIGINT ? 0 : number == SIGTERM ? 1 : 2
          signal(number, HiddenInput.handlers[place])
          raise(number)
        })
    }
    settings.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(descriptor, TCSANOW, &settings)
  }

  /// Shows it again, as it was before.
  static func show() {
    guard hidden != nil else { return }
    putBack()
    for (place, number) in endings.enumerated() { signal(number, handlers[place]) }
    hidden = nil
  }

  private static func putBack() {
    guard let hidden else { return }
    var settings = hidden.settings
    tcsetattr(hidden.descriptor, TCSANOW, &settings)
  }
}
