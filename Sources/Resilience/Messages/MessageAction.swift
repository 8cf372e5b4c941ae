/// What a person can do about a failure with one press of a button.
///
/// Which of them helps is decided once, for all languages; a language has a word for each.
public enum MessageAction: Sendable, Hashable, CaseIterable {
  /// Do the same again.
  case tryAgain
  /// Sign in, or sign in as somebody else.
  case signIn
}

extension MessageKind {
  /// What helps; `nil` when no button does.
  public var action: MessageAction? {
    switch self {
    case .tooManyRequests, .unreachable, .tooSlow, .serverTrouble, .unreadable: .tryAgain
    case .notAllowed: .signIn
    case .queryTooShort, .notFound, .nothingKept, .general: nil
    }
  }
}
