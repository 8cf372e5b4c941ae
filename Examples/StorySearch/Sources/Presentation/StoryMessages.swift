import Domain
import Resilience

/// The one place where this program's errors become sentences.
public enum StoryMessages {
  /// The catalog of a language, with what this program's domain adds.
  public static func catalog(_ language: MessageLanguage) -> MessageCatalog {
    MessageCatalog(language).adding(for: SearchError.self) { error, language in
      switch error {
      case .queryTooShort: language[.queryTooShort]
      case .nothingKept: language[.nothingKept]
      }
    }
  }
}
