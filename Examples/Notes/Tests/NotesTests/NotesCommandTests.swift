import Foundation
import NotesCommand
import NotesModel
import Resilience
import Testing

@Suite("The notes on a terminal", .timeLimit(.minutes(2)))
struct NotesCommandTests {
  /// A terminal: what a person enters, and what was written on it.
  private final class Terminal: Sendable {
    private struct State {
      var text = ""
      /// All that was ever written, and whether what is entered shows.
      var whole = ""
      var echoes: [Bool] = []
      var watchers: [(String, CheckedContinuation<Void, Never>)] = []
    }

    private let state = Lock(State())
    private let inbox: AsyncStream<String>.Continuation
    let lines: AsyncStream<String>

    init() { (lines, inbox) = AsyncStream.makeStream(of: String.self) }

    var console: Console {
      Console(
        out: { self.write($0) }, err: { self.write($0) }, lines: lines,
        echo: { isShown in self.state.withLock { $0.echoes.append(isShown) } })
    }

    var whole: String { state.withLock { $0.whole } }
    var echoes: [Bool] { state.withLock { $0.echoes } }

    var text: String { state.withLock { $0.text } }

    func enter(_ line: String) { inbox.yield(line) }

    func end() { inbox.finish() }

    /// Waits until something was written since the last time that it was waited for.
    func wait(for text: String) async {
      await withCheckedContinuation { continuation in
        let isThere = state.withLock { state in
          if Self.take(text, &state) { return true }
          state.watchers.append((text, continuation))
          return false
        }
        if isThere { continuation.resume() }
      }
    }

    private func write(_ text: String) {
      let woken = state.withLock { state in
        state.text += text
        state.whole += text
        guard let first = state.watchers.first, Self.take(first.0, &state) else {
          return [CheckedContinuation<Void, Never>]()
        }
        state.watchers.removeFirst()
        return [first.1]
      }
      for continuation in woken { continuation.resume() }
    }

    private static func take(_ text: String, _ state: inout State) -> Bool {
      guard let range = state.text.range(of: text) else { return false }
      state.text.removeSubrange(..<range.upperBound)
      return true
    }
  }

  private func run(_ bench: NotesBench, _ arguments: String...) async throws -> (
    NotesCommand.Status, String
  ) {
    let terminal = Terminal()
    let status = await NotesCommand(
      console: terminal.console,
      environment: ["MARFA_API_URL": bench.address, "MARFA_API_KEY": try bench.key]
    ).run(["--store", bench.folder.appending(path: "terminal").path] + arguments)
    return (status, terminal.text)
  }

  @Test("one command each: add, list, edit, search, delete; what waits is sent by sync")
  func commands() async throws {
    try await NotesBench.run { bench in
      #expect(try await run(bench, "list").1 == "No notes.\n")
      #expect(try await run(bench, "add", "Tides", "High water", "at six.").0 == .done)
      let listed = try await run(bench, "list").1
      #expect(listed.hasPrefix("1. Tides") && listed.contains("\n   High water at six.\n"))
      #expect(try await run(bench, "edit", "1", "Low water at noon.").0 == .done)
      let found = try await run(bench, "search", "noon").1
      #expect(found.hasPrefix("1. Tides"))
      #expect(try await run(bench, "search", "midnight").1 == "No notes.\n")
      #expect(try await run(bench, "sync").1 == "Up to date\n")
      #expect(try await run(bench, "list").1 == "1. Tides\n   Low water at noon.\n")
      #expect(try await run(bench, "delete", "1").0 == .done)
      #expect(try await run(bench, "list").1 == "No notes.\n")
    }
  }

  @Test("a wrong command line says what would be right, and ends with another status")
  func usage() async throws {
    try await NotesBench.run { bench in
      let (status, text) = try await run(bench, "--nosuch")
      #expect(status == .usage && text.contains("--nosuch is no option"))
      #expect(try await run(bench, "edit", "7", "x") == (.failed, "notes: try: edit NUMBER TEXT\n"))
      #expect(try await run(bench, "dance").0 == .failed)
      #expect(try await run(bench, "--help").1.hasPrefix("Usage: notes"))
    }
  }

  @Test("a key is read from the input, sends what waits, and is written nowhere")
  func key() async throws {
    try await NotesBench.run { bench in
      let terminal = Terminal()
      let command = NotesCommand(
        console: terminal.console,
        environment: ["MARFA_API_URL": bench.address, "MARFA_API_KEY": "marfa_k1_wrong"])
      let store = bench.folder.appending(path: "signed-out").path
      let shell = Task { await command.run(["--store", store]) }
      await terminal.wait(for: "Sign in again: ")
      await terminal.wait(for: "Enter: key")
      terminal.enter("add Kept Text")
      terminal.enter("key \(try bench.key)")
      await terminal.wait(for: "notes: try: key, and the key on a line of its own")
      terminal.enter("key")
      await terminal.wait(for: "Key: ")
      terminal.enter(try bench.key)
      await terminal.wait(for: "Up to date\n")
      terminal.enter("list")
      await terminal.wait(for: "1. Kept\n   Text\n")
      terminal.enter("quit")
      #expect(await shell.value == .done)
      #expect(!terminal.whole.contains(try bench.key) && !terminal.whole.contains("marfa_k1"))
      #expect(terminal.echoes == [false, true])
      // Another device has it.
      #expect(try await run(bench, "sync").0 == .done)
      #expect(try await run(bench, "list").1 == "1. Kept\n   Text\n")
    }
  }

  @Test("one command reads a key too; at the end of the input there is none")
  func keyOnce() async throws {
    try await NotesBench.run { bench in
      for isRight in [true, false] {
        let terminal = Terminal()
        terminal.enter(isRight ? try bench.key : "marfa_k1_wrong_too")
        let command = NotesCommand(
          console: terminal.console,
          environment: ["MARFA_API_URL": bench.address, "MARFA_API_KEY": "marfa_k1_wrong"])
        let store = bench.folder.appending(path: "once-\(isRight)").path
        let status = await command.run(["--store", store, "key"])
        #expect(status == (isRight ? .done : .failed))
        #expect(terminal.whole.contains(isRight ? "Up to date\n" : "Sign in again"))
        #expect(!terminal.whole.contains("marfa_k1"))
      }
      let empty = Terminal()
      empty.end()
      let command = NotesCommand(
        console: empty.console,
        environment: ["MARFA_API_URL": bench.address, "MARFA_API_KEY": try bench.key])
      let store = bench.folder.appending(path: "empty").path
      #expect(await command.run(["--store", store, "key"]) == .failed)
    }
  }

  @Test("the shell shows the connection as the server goes and comes back, and loses nothing")
  func live() async throws {
    try await NotesBench.run { bench in
      let terminal = Terminal()
      let store = bench.folder.appending(path: "live").path
      let command = NotesCommand(
        console: terminal.console,
        environment: ["MARFA_API_URL": bench.address, "MARFA_API_KEY": try bench.key])
      let shell = Task { await command.run(["--store", store]) }
      await terminal.wait(for: "[Up to date]")
      await bench.stop()
      await terminal.wait(for: "[Offline")
      terminal.enter("add Away Written-meanwhile")
      await terminal.wait(for: "1 change waiting]")
      try await bench.start()
      await terminal.wait(for: "[Up to date]")
      terminal.enter("list")
      await terminal.wait(for: "1. Away\n   Written-meanwhile\n")
      terminal.enter("quit")
      #expect(await shell.value == .done)
    }
  }
}
