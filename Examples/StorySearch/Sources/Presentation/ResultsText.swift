import Domain
import Resilience

/// Search results as lines for a terminal.
public struct ResultsText: Sendable {
  private let words: Words
  private let messages: MessageCatalog
  /// Characters of a first comment that are shown: about two lines of a terminal.
  private static let commentLength = 150

  /// Makes one for a language.
  public init(_ language: MessageLanguage) {
    words = Words.of(language.code)
    messages = StoryMessages.catalog(language)
  }

  /// The lines of an answer. One that is kept says so first: why, and how old it is.
  public func lines(_ answer: Answer<[Story]>) -> [String] {
    switch answer {
    case .fresh(let stories):
      return lines(stories)
    case .cached(let stories, let age, let cause):
      let why = messages.message(for: cause).map { $0.text + " " } ?? ""
      return [why + words.kept(age), ""] + lines(stories)
    }
  }

  /// The lines of results that were kept and asked for as such.
  public func lines(_ entry: CacheEntry<[Story]>, at unixMilliseconds: Int64) -> [String] {
    [words.kept(entry.age(at: unixMilliseconds)), ""] + lines(entry.value)
  }

  private func lines(_ stories: [Story]) -> [String] {
    guard !stories.isEmpty else { return [words.noStories] }
    return stories.enumerated().flatMap { place, story in
      var lines = ["\(place + 1). \(story.title)"]
      lines.append("   " + words.facts(story.points, story.author, story.comments))
      if let link = story.link { lines.append("   \(link)") }
      if let comment = story.firstComment, !comment.isEmpty {
        let shown = comment.prefix(Self.commentLength)
        lines.append("   “\(shown)\(shown.count < comment.count ? "…" : "")”")
      }
      return lines
    }
  }
}
