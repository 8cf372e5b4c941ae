import Domain
import Foundation
import Infrastructure
import Presentation
import Resilience

/// The command `stories`: the place where the layers are put together.
public struct StoriesCommand: Sendable {
  /// How it ends: what a shell sees.
  public enum Status: Int32, Sendable {
    case done = 0
    case failed = 1
    case usage = 2
  }

  private let console: Console
  private let environment: [String: String]
  private let client: any HTTPClient
  private let manners: HackerNews.Manners
  private let clock: any WaitingClock

  /// Makes the command.
  ///
  /// - Parameters:
  ///   - console: where it writes.
  ///   - environment: the process's variables: language and the place for files.
  ///   - client: what fetches.
  ///   - manners: how the source is asked.
  ///   - clock: what measures, waits and stamps.
  public init(
    console: Console, environment: [String: String], client: any HTTPClient = URLSessionClient(),
    manners: HackerNews.Manners = HackerNews.Manners(), clock: any WaitingClock = SystemClock()
  ) {
    self.console = console
    self.environment = environment
    self.client = client
    self.manners = manners
    self.clock = clock
  }

  /// Runs it with the arguments after its name.
  public func run(_ arguments: [String]) async -> Status {
    let language = language(of: arguments)
    let usage = UsageWords.of(language)
    if arguments.contains(where: { $0 == "--help" || $0 == "-h" }) {
      console.say(usage.usage)
      return .done
    }
    let asked: Arguments
    do {
      asked = try Arguments(arguments)
    } catch {
      console.note("stories: \(usage.fault(error))\n\(usage.usage)")
      return .usage
    }
    do {
      try await search(asked, language)
      return .done
    } catch {
      // Whatever it was: one sentence of the catalog, never the error's own text.
      if let message = StoryMessages.catalog(language).message(for: error) {
        console.note("stories: \(message.text)")
      }
      return .failed
    }
  }

  private func search(_ asked: Arguments, _ language: MessageLanguage) async throws {
    let query = try SearchQuery(asked.query)
    guard let base = asked.base ?? HackerNews.publicBase else { throw NetworkError.invalidURL }
    let words = Words.of(language.code)
    let source = HackerNews(base: base, client: client, manners: manners, clock: clock)
    let notKept = Lock(false)
    let shelf = try? await StoryShelf.open(asked.store ?? defaultStore)
    // Without its file the program still searches; it only remembers nothing.
    if shelf == nil { notKept.withLock { $0 = true } }
    let stories = CachedStories(
      source: source, storage: shelf ?? MemoryCacheStorage<SearchQuery, [Story]>(), clock: clock
    ) { _ in notKept.withLock { $0 = true } }
    let text = ResultsText(language)
    do {
      let lines =
        if asked.isOffline {
          text.lines(try await stories.kept(query), at: clock.unixMilliseconds)
        } else {
          text.lines(try await console.showing(words.searching) { try await stories.search(query) })
        }
      lines.forEach(console.say)
      await shelf?.close()
    } catch {
      await shelf?.close()
      await finish(asked, words, source, notKept: false)
      throw error
    }
    await finish(asked, words, source, notKept: !asked.isOffline && notKept.withLock { $0 })
  }

  private func finish(
    _ asked: Arguments, _ words: Words, _ source: HackerNews, notKept: Bool
  ) async {
    if notKept { console.note(words.notKept) }
    guard asked.showsRequests else { return }
    let seen = await source.metrics.snapshot()
    let median = seen.p50.map { "\($0.wholeMilliseconds) ms" }
    console.note(words.requests(seen.successes, seen.failures, median))
  }

  /// The language that is asked for, also by a command line that is not understood, else the
  /// environment's.
  private func language(of arguments: [String]) -> MessageLanguage {
    let place = arguments.lastIndex(of: "--lang").map { $0 + 1 }
    let asked = place.flatMap { arguments.indices.contains($0) ? arguments[$0] : nil }
    let preferred = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
    return MessageLanguage.best(for: [asked, preferred].compactMap(\.self))
  }

  private var defaultStore: URL {
    let home = environment["HOME"] ?? NSHomeDirectory()
    let data = environment["XDG_DATA_HOME"] ?? ""
    let folder = data.hasPrefix("/") ? data : home + "/.local/share"
    return URL(filePath: folder).appending(path: "story-search/stories.marfa")
  }
}
