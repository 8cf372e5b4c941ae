/// A word or a mark of Swift code, without the text of comments and strings.
struct Token: Equatable {
  enum Kind: Equatable {
    case word
    case mark
    /// A string literal. Its text is not kept; what stands in `\( )` follows as tokens.
    case string
    case number
  }

  let kind: Kind
  let text: String
  /// The line it stands on, from 1.
  let line: Int
}
