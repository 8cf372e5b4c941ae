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
      var watchers: [(String, CheckedContinuation<Void, Never>)] = []
    }

    private let state = Lock(State())
    private let inbox: AsyncStream<String>.Continuation
    let lines: AsyncStream<String>

    init() { (lines, inbox) = AsyncStream.makeStream(of: String.self) }

    var console: Console {
      Console(out: { self.write($0) }, err: { self.write($0) }, lines: lines)
    }

    var text: String { state.withLock { $0.text } }

    func enter(_ line: String) { inbox.yield(line) }

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
      #expect(try await run(bench, "search", "noon").1.hasPrefix("1. Tides"))
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
