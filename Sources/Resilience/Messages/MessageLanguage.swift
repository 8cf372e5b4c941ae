/// The sentences of one language. A language is one file: see ``english`` and ``italian``.
public struct MessageLanguage: Sendable {
  /// Its code by BCP 47, for instance `it`.
  public let code: String
  private let action: @Sendable (MessageAction) -> String
  private let sentence: @Sendable (MessageKind) -> (title: String, text: String)

  /// Makes a language.
  ///
  /// - Parameters:
  ///   - code: its code by BCP 47.
  ///   - action: the word for what a person can do, as on a button.
  ///   - sentence: the title and the text of each kind. Without a `default` in either, the compiler
  ///     finds what is missing.
  public init(
    code: String, action: @escaping @Sendable (MessageAction) -> String,
    sentence: @escaping @Sendable (MessageKind) -> (title: String, text: String)
  ) {
    self.code = code
    self.action = action
    self.sentence = sentence
  }

  /// What is said for a kind, with the word for what helps.
  public subscript(_ kind: MessageKind) -> PresentedMessage {
    let (title, text) = sentence(kind)
    return PresentedMessage(title: title, text: text, action: kind.action.map(action))
  }

  /// The languages that ship.
  public static let all = [english, italian]

  /// Answers the first language that a person reads, English when there is none of them.
  ///
  /// - Parameters:
  ///   - codes: what the person prefers, the best first: `it`, `it-IT`, `it_IT.UTF-8`. Only the
  ///     language counts, not the region.
  ///   - languages: what there is to choose from; those that ship by default.
  public static func best(
    for codes: [String], among languages: [MessageLanguage] = all
  ) -> MessageLanguage {
    for code in codes {
      let wanted = primary(code)
      if let found = languages.first(where: { primary($0.code) == wanted }) { return found }
    }
    return english
  }

  private static func primary(_ code: String) -> String {
    code.prefix { $0.isLetter }.lowercased()
  }
}
