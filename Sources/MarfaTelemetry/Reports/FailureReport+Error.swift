import MarfaModel
import Resilience

extension FailureReport {
  /// Describes an error without anything it carries; `nil` for work that was called off.
  init?(_ error: any Error, during operation: StaticString) {
    if error.isCancellation { return nil }
    if let error = error as? MarfaError {
      let kind = MarfaErrorKind(error)
      guard kind != .canceled else { return nil }
      self.init(
        kind: kind.rawValue, sentence: kind.sentence, code: error.reportedCode,
        operation: operation.description)
    } else {
      self.init(
        kind: Self.typeName(of: error), sentence: Self.foreignSentence, code: nil,
        operation: operation.description)
    }
  }

  /// What is said of every error that is not one of the SDK.
  static let foreignSentence = "The app met an error."

  /// The name of an error's type, from which nothing of its value can be read.
  private static func typeName(of error: any Error) -> String {
    // Asked of the type, so that a description of the error's own is never run. What stands in
    // angle brackets or behind a blank is left out: it names other types, or the compiler's notes.
    let name = String(describing: type(of: error))
    return String(name.prefix { $0 != "<" && $0 != " " && $0 != "(" })
  }
}
