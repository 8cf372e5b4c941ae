import Command
import Foundation
import Infrastructure
import Resilience

/// Runs the command against a stub, and keeps what it wrote.
struct CommandRun: Sendable {
  let folder: URL
  var clock: any WaitingClock = VirtualClock()
  var manners: HackerNews.Manners = {
    var manners = HackerNews.Manners()
    // No waits between attempts: nothing has to move the clock.
    manners.policy = RetryPolicy(maxAttempts: 3, delay: .zero)
    return manners
  }()
  var isTerminal = false
  var environment = ["LANG": "en_GB.UTF-8"]

  struct Result: Sendable {
    var status: StoriesCommand.Status
    var out: String
    var err: String
  }

  /// Runs a body with a fresh folder for files, and takes the folder away.
  static func with(_ body: (CommandRun) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "story-search-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(CommandRun(folder: folder))
  }

  var store: String { folder.appending(path: "stories.marfa").path }

  func callAsFunction(_ arguments: String...) async -> Result {
    await self(arguments)
  }

  func callAsFunction(_ arguments: [String]) async -> Result {
    let out = Lock("")
    let err = Lock("")
    let console = Console(
      isTerminal: isTerminal, out: { text in out.withLock { $0 += text } },
      err: { text in err.withLock { $0 += text } })
    let command = StoriesCommand(
      console: console, environment: environment, manners: manners, clock: clock)
    let status = await command.run(arguments + ["--store", store])
    return Result(status: status, out: out.withLock { $0 }, err: err.withLock { $0 })
  }
}
