import Testing

@testable import NotesCommand

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// Written by a signal's handler and read by the one test that waits for it.
private nonisolated(unsafe) var heard: Int32 = 0

/// What a terminal shows while a key is asked for, on a terminal that nobody sits at.
@Suite("Input that is not shown", .serialized)
struct HiddenInputTests {
  /// Both ends of a terminal of its own.
  private struct Terminal: ~Copyable {
    let front: Int32
    let back: Int32

    init() throws {
      front = posix_openpt(O_RDWR | O_NOCTTY)
      try #require(front >= 0 && grantpt(front) == 0 && unlockpt(front) == 0)
      let name = try #require(ptsname(front))
      back = open(name, O_RDWR | O_NOCTTY)
      try #require(back >= 0)
    }

    deinit {
      close(back)
      close(front)
    }

    var isShown: Bool {
      var settings = termios()
      return tcgetattr(back, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
    }
  }

  @Test("what is entered is hidden until it is shown again, as often as that is asked")
  func hides() throws {
    let terminal = try Terminal()
    let input = HiddenInput(terminal.back)
    #expect(terminal.isShown)
    input.show()
    for _ in 0..<2 {
      input.hide()
      input.hide()
      #expect(!terminal.isShown)
      input.show()
      input.show()
      #expect(terminal.isShown)
    }
  }

  @Test(
    "a signal that ends the process puts the terminal back first", arguments: HiddenInput.endings)
  func signals(_ number: Int32) async throws {
    let terminal = try Terminal()
    // The signal is sent on after that, and would end the tests.
    heard = 0
    let before = signal(number) { heard = $0 }
    defer { signal(number, before) }
    let input = HiddenInput(terminal.back)
    input.hide()
    #expect(!terminal.isShown)
    kill(getpid(), number)
    while heard == 0 { await Task.yield() }
    #expect(heard == number && terminal.isShown)
    // It was put back once and for all: a later asking begins anew.
    input.hide()
    #expect(!terminal.isShown)
    input.show()
    #expect(terminal.isShown)
  }

  @Test("an input that is no terminal is left alone")
  func noTerminal() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let input = HiddenInput(ends[0])
    input.hide()
    input.show()
  }
}
