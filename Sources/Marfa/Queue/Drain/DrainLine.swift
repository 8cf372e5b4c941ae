/// What a drain asks of the server. Each call judges nothing: it reports what came.
protocol DrainLine: Sendable {
  /// The server's address, as errors name it.
  var address: String { get }
  /// Asks the server whether it is the instance that the copy follows.
  func confirmInstance() async -> DrainStateMachine.Instance
  /// Sends a write.
  func send(_ request: WriteRequest) async -> SendOutcome
  /// Reads a row that is owed.
  func read(_ read: OwedRead) async -> DrainLineRead
}
