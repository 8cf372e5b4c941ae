/// The words of the screens, beside the messages about errors. A language is one file.
public struct Words: Sendable {
  /// Told with no stories at all.
  public var noStories: String
  /// Says how old kept results are.
  public var kept: @Sendable (Duration) -> String
  /// The line under a title.
  public var facts: @Sendable (_ points: Int, _ author: String, _ comments: Int) -> String
  /// Told while the source is asked.
  public var searching: String
  /// Told when results could not be kept.
  public var notKept: String
  /// The line about the requests that were made.
  public var requests: @Sendable (_ successes: Int, _ failures: Int, _ median: String?) -> String
  /// The title of the screen, and the hint in its search field.
  public var title: String
  public var hint: String

  /// The words for a language's code; English for one that isn't here.
  public static func of(_ code: String) -> Words {
    code == "it" ? italian : english
  }
}
