/// What a follow asks of the copy it follows for.
protocol FollowSession: Sendable {
  /// Confirms the instance, adopts its catalog, and opens the stream at the stored cursor.
  func open() async throws -> StreamReader
  /// Applies frames and tells what they changed.
  func take(_ frames: [SSEFrame]) async throws -> FollowTaken
  /// How much longer the server is to be left alone, asked once for each failure.
  ///
  /// - Parameter paying: whether the try that follows is paid for.
  func restraint(paying: Bool) -> Duration
}
