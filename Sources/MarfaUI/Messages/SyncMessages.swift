import MarfaModel
import Resilience

/// What a person reads when syncing fails, in the languages of `MessageLanguage`.
///
/// ```swift
/// let messages = SyncMessages.catalog(.best(for: Locale.preferredLanguages))
/// let shown = messages.message(for: error)
/// ```
///
/// Each sentence says what happened and what to do. None holds a code, an address or a text of the
/// server's.
public enum SyncMessages {
  /// A catalog that knows every `MarfaError`, and what any catalog knows.
  public static func catalog(_ language: MessageLanguage = .english) -> MessageCatalog {
    MessageCatalog(language).adding(for: MarfaError.self) { error, language in
      message(for: error, in: language)
    }
  }

  /// What to show for an error; a language that is not here is answered in English.
  public static func message(for error: MarfaError, in language: MessageLanguage)
    -> PresentedMessage
  {
    let sentences = SyncSentences.of(language.code)
    return PresentedMessage(
      title: sentences.title(error.remedy),
      text: sentences.text(MarfaErrorKind(error), error.remedy),
      action: HelpingStep(error.remedy).map(sentences.step))
  }
}
