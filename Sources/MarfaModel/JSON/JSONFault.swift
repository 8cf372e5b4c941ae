/// Why a JSON text cannot be read, and where.
struct JSONFault: Error, Hashable {
  /// What was wrong. The raw value is the end of the message.
  enum Reason: String, CaseIterable {
    case valueExpected = "a value was expected"
    case endExpected = "the text goes on after its value"
    case objectExpected = "an object was expected"
    case keyExpected = "a key in double quotes was expected"
    case colonExpected = "a colon was expected after the key"
    case commaOrBraceExpected = "a comma or a closing brace was expected"
    case commaOrBracketExpected = "a comma or a closing bracket was expected"
    case stringOpen = "a text is not closed"
    case controlCharacter = "a control character in a text must be written as an escape"
    case unknownEscape = "the escape after the backslash is unknown"
    case hexExpected = "four hexadecimal digits were expected"
    case loneSurrogate = "half of a surrogate pair stands alone"
    case invalidUTF8 = "the bytes are not valid UTF-8"
    case invalidNumber = "the number is not written as JSON writes numbers"
    case numberTooLarge = "the number is too large"
    case tooDeep = "the lists and objects are nested too deeply"
    case repeatedKey = "the key is already in this object"
  }

  /// What was wrong.
  let reason: Reason
  /// The zero-based place of the byte that it was noticed at.
  let offset: Int

  /// The error that callers see. It holds nothing of the text itself.
  var error: MarfaError {
    .decoding(
      message: "The JSON text cannot be read at byte offset \(offset): \(reason.rawValue).")
  }
}
