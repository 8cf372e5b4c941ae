import Testing

@testable import NotesCommand

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// Written by a signal's handler and read by the one test that sends the signal, on its thread.
private nonisolated(unsafe) var heard: Int32 = 0

/// What a terminal shows while a key is asked for, on a terminal that nobody sits at.
@Suite("Input that is not shown", .serialized)
struct HiddenInputTests {
  /// Both ends of a terminal of its own.
  private final class Terminal: Sendable {
    let front: Int32
    let back: Int32

    init() throws {
      front = open("/dev/ptmx", O_RDWR | O_NOCTTY)
      let name = try #require(Self.back(of: front))
      back = open(name, O_RDWR | O_NOCTTY)
      try #require(back >= 0)
    }

    deinit {
      close(back)
      close(front)
    }

    /// Unlocks the other end of a terminal and answers its name.
    private static func back(of front: Int32) -> String? {
      #if canImport(Darwin)
        guard grantpt(front) == 0, unlockpt(front) == 0 else { return nil }
        return ptsname(front).map { String(cString: $0) }
      #else
        // The module of the C library leaves out the calls of POSIX for this: TIOCSPTLCK, TIOCGPTN.
        var (lock, number): (Int32, UInt32) = (0, 0)
        guard ioctl(front, 0x4004_5431, &lock) == 0, ioctl(front, 0x8004_5430, &number) == 0 else {
          return nil
        }
        return "/dev/pts/\(number)"
      #endif
    }

    var isShown: Bool {
      var settings = termios()
      return tcgetattr(back, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
    }
  }

  @Test("what is entered is hidden until it is shown again, as often as that is asked")
  func hides() throws {
    let terminal = try Terminal()
    #expect(terminal.isShown)
    HiddenInput.show()
    for _ in 0..<2 {
      HiddenInput.hide(terminal.back)
      HiddenInput.hide(terminal.back)
      #expect(!terminal.isShown)
      HiddenInput.show()
      HiddenInput.show()
      #expect(terminal.isShown)
    }
  }

  @Test(
    "a signal that ends the process puts the terminal back first", arguments: HiddenInput.endings)
  func signals(_ number: Int32) throws {
    let terminal = try Terminal()
    // The signal is sent on after that, and would end the tests.
    heard = 0
    let before = signal(number) { heard = $0 }
    defer { signal(number, before) }
    HiddenInput.hide(terminal.back)
    #expect(!terminal.isShown)
    Self.send(number)
    #expect(heard == number && terminal.isShown)
    HiddenInput.show()
    #expect(terminal.isShown)
  }

  /// Sends a signal to this thread, which has handled it when this comes back.
  private static func send(_ number: Int32) {
    // The threads that tests run on let no such signal in.
    var (wanted, before) = (sigset_t(), sigset_t())
    sigemptyset(&wanted)
    sigaddset(&wanted, number)
    pthread_sigmask(SIG_UNBLOCK, &wanted, &before)
    raise(number)
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }

  @Test("an input that is no terminal is left alone")
  func noTerminal() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    HiddenInput.hide(ends[0])
    HiddenInput.show()
  }
}
