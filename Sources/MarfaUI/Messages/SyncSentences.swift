import MarfaModel
import Resilience

/// The sentences of one language. Without a `default` the compiler finds what is missing.
struct SyncSentences: Sendable {
  /// A few words over the sentence, by the remedy.
  let title: @Sendable (Remedy) -> String
  /// What happened and what to do, by the case, and for `server` by the remedy.
  let text: @Sendable (MarfaErrorKind, Remedy) -> String
  /// The word on the button of a step.
  let step: @Sendable (HelpingStep) -> String

  /// The sentences of a language; English for one that is not here.
  static func of(_ code: String) -> SyncSentences { code == "it" ? italian : english }
}
