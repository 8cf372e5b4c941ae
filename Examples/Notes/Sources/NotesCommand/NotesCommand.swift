import Foundation
import MarfaUI
import NotesModel
import Resilience

/// The command `notes`: the notes app on a terminal.
public struct NotesCommand: Sendable {
  /// How it ends: what a shell sees.
  public enum Status: Int32, Sendable {
    case done = 0
    case failed = 1
    case usage = 2
  }

  private let console: Console
  private let environment: [String: String]

  /// Makes the command.
  ///
  /// - Parameters:
  ///   - console: where it writes and reads.
  ///   - environment: the process's variables: the server, the language, the place for files.
  public init(console: Console, environment: [String: String]) {
    self.console = console
    self.environment = environment
  }

  /// Runs it with the arguments after its name.
  public func run(_ arguments: [String]) async -> Status {
    if arguments.contains(where: { $0 == "--help" || $0 == "-h" }) {
      console.say(Arguments.usage)
      return .done
    }
    let asked: Arguments
    do {
      asked = try Arguments(arguments)
    } catch {
      console.note("notes: \(error.text)\n\(Arguments.usage)")
      return .usage
    }
    let language = MessageLanguage.best(for: [asked.language ?? preferredLanguage])
    do {
      let store = asked.store.map { URL(filePath: $0) } ?? defaultStore
      try FileManager.default.createDirectory(
        at: store.deletingLastPathComponent(), withIntermediateDirectories: true)
      let model = try await NotesModel.open(
        store: store, server: try Server.fromEnvironment(environment), language: language)
      let shell = await NotesShell(model, console)
      let isDone = await shell.run(asked.words)
      await model.close()
      return isDone ? .done : .failed
    } catch let error as Server.EnvironmentError {
      console.note("notes: \(error)")
      return .usage
    } catch {
      let message = SyncMessages.catalog(language).message(for: error)
      console.note("notes: \(message?.text ?? "")")
      return .failed
    }
  }

  private var preferredLanguage: String {
    ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty } ?? ""
  }

  private var defaultStore: URL {
    let home = environment["HOME"] ?? NSHomeDirectory()
    let data = environment["XDG_DATA_HOME"] ?? ""
    let folder = data.hasPrefix("/") ? data : home + "/.local/share"
    return URL(filePath: folder).appending(path: "marfa-notes/notes.marfa")
  }
}
