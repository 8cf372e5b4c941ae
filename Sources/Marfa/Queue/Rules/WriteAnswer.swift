/// An answer, read as far as it deserves.
struct WriteAnswer: Sendable, Hashable {
  /// The HTTP status.
  var status: Int
  /// Whose answer it is.
  var contract: ContractCheck
  /// Whether the server says that it only repeats what it answered before.
  var replayed: Bool
  /// The wait that the server asks for.
  var retryAfter: Duration?
  /// Where a redirect points.
  var location: String?
  /// The body; `nil` when it is no JSON, or was not read.
  var body: JSONValue?

  /// Makes an answer.
  init(
    status: Int, contract: ContractCheck = .ours, replayed: Bool = false,
    retryAfter: Duration? = nil, location: String? = nil, body: JSONValue? = nil
  ) {
    self.status = status
    self.contract = contract
    self.replayed = replayed
    self.retryAfter = retryAfter
    self.location = location
    self.body = body
  }
}
