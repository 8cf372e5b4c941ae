/// The one place where an error becomes something a person can read.
///
/// What an app knows it adds as rules; the product's own errors and those that give advice about
/// retries are known; anything else gets the general sentence, never its own text. Cancellation
/// is not an error to a person and gets nothing, whatever the rules say.
///
/// ```swift
/// let catalog = MessageCatalog(.italian).adding(for: SearchError.self) { _, language in
///   language[.queryTooShort]
/// }
/// print(catalog.message(for: error)?.text ?? "")
/// ```
public struct MessageCatalog: Sendable {
  /// What an app knows about an error; `nil` leaves it to the next rule.
  public typealias Rule = @Sendable (any Error, MessageLanguage) -> PresentedMessage?

  /// The language that is spoken.
  public var language: MessageLanguage
  private var rules: [Rule] = []

  /// Makes a catalog without rules of an app.
  public init(_ language: MessageLanguage = .english) {
    self.language = language
  }

  /// Answers the catalog with one more rule; the rule added last is asked first.
  public func adding(_ rule: @escaping Rule) -> MessageCatalog {
    var catalog = self
    catalog.rules.append(rule)
    return catalog
  }

  /// Answers the catalog with one more rule, for errors of one type.
  public func adding<Failure: Error>(
    for type: Failure.Type,
    _ rule: @escaping @Sendable (Failure, MessageLanguage) -> PresentedMessage?
  ) -> MessageCatalog {
    adding { error, language in (error as? Failure).flatMap { rule($0, language) } }
  }

  /// Answers what to show for an error; `nil` for a cancellation, which is not shown.
  public func message(for error: any Error) -> PresentedMessage? {
    if error.isCancellation { return nil }
    for rule in rules.reversed() {
      if let message = rule(error, language) { return message }
    }
    return language[MessageKind(error)]
  }
}
