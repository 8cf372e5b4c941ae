import Domain
import Observation
import Resilience

/// What a screen shows while a person types. Each change calls the search before it off.
@MainActor @Observable
public final class StorySearchModel {
  /// What stands on the screen.
  public enum Content: Sendable {
    /// Nothing was asked yet.
    case empty
    /// The source is asked.
    case searching
    /// Results; `note` says how old they are and why, when they are kept ones.
    case results([Story], note: String?)
    /// A message in place of results.
    case failed(PresentedMessage)
  }

  /// What stands on the screen.
  public private(set) var content = Content.empty
  /// The words of the screen.
  public let words: Words

  @ObservationIgnored private let repository: any StoryRepository
  @ObservationIgnored private let messages: MessageCatalog
  @ObservationIgnored private let clock: any WaitingClock
  @ObservationIgnored private var search: Task<Void, Never>?
  /// How long typing pauses before the source is asked: shorter asks for every letter, longer is
  /// felt.
  private static let pause = Duration.milliseconds(300)

  /// Makes a model.
  public init(
    repository: any StoryRepository, language: MessageLanguage = .english,
    clock: any WaitingClock = SystemClock()
  ) {
    self.repository = repository
    self.clock = clock
    words = Words.of(language.code)
    messages = StoryMessages.catalog(language)
  }

  /// Takes what was typed, and answers the search that it began.
  @discardableResult
  public func typed(_ text: String) -> Task<Void, Never> {
    search?.cancel()
    let task = Task { await run(text) }
    search = task
    return task
  }

  private func run(_ text: String) async {
    do {
      try await clock.sleep(for: Self.pause)
      let query = try SearchQuery(text)
      content = .searching
      let answer = try await repository.search(query)
      // An answer that comes after the next letter is nobody's.
      try Task.checkCancellation()
      switch answer {
      case .fresh(let stories): content = .results(stories, note: nil)
      case .cached(let stories, let age, let cause):
        let why = messages.message(for: cause).map { $0.text + " " } ?? ""
        content = .results(stories, note: why + words.kept(age))
      }
    } catch {
      // Called off: what stands there is the business of the search that came after.
      guard !Task.isCancelled, let message = messages.message(for: error) else { return }
      content = .failed(message)
    }
  }
}
