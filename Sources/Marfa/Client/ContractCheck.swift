/// What the contract header of an answer says about who gave it.
///
/// The header is compared as exact text: `00` is not `0`. It is judged before a body is read.
enum ContractCheck: Sendable, Hashable {
  /// The server speaks the contract that this build was made for.
  case ours
  /// The answer is a server's, of another contract; `nil` where a success names none.
  case other(served: String?)
  /// A refusal that names no contract: something in between answered, whatever the status.
  case unnamed

  /// The header that every answer of a server carries.
  static let header = "X-Marfa-Contract"
  /// The contract that this build was made for (decision 3).
  static let expected: UInt64 = 0

  /// Judges an answer by its status and the values of the header, in order.
  init(status: Int, values: [String]) {
    let named = Set(values)
    let wanted = String(Self.expected)
    if named == [wanted] {
      self = .ours
    } else if let served = values.first(where: { $0 != wanted }) {
      self = .other(served: served)
    } else {
      self = (200..<300).contains(status) ? .other(served: nil) : .unnamed
    }
  }
}
