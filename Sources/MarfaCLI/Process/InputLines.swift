import Dispatch

/// The lines of standard input, read one at a time off the cooperative threads.
struct InputLines: Sendable {
  private static let queue = DispatchQueue(label: "marfa.input")

  /// The next line without its newline; `nil` at the end.
  func next() async -> String? {
    await withCheckedContinuation { continuation in
      Self.queue.async { continuation.resume(returning: readLine(strippingNewline: true)) }
    }
  }
}
