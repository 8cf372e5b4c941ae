/// A failure as it is told: fixed texts, and how many like it were held back.
struct FailureReport: Sendable, Hashable {
  /// The kind of an SDK error, the name of another error's type, or the app's own word.
  let kind: String
  /// A sentence of the SDK's or the app's source.
  let sentence: String
  /// The server's code, when it is a short lowercase word.
  let code: String?
  /// What the app was doing.
  let operation: String
  /// How many failures of this kind and operation were held back since the one told before.
  var heldBack = 0
}
