/// Tells whoever carries out jobs that there is something to do.
struct JobWakes: Sendable {
  /// One element for each time that something was queued, or one for several.
  let wakes: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  /// Nothing is queued.
  init() {
    (wakes, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Something was queued.
  func wake() { continuation.yield() }
}
