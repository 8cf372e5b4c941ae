import Dispatch

/// Does file work on a thread of its own: a slow disk never holds up Swift's threads.
final class FileWorker: Sendable {
  private let queue = DispatchQueue(label: "marfa.files", qos: .utility)

  init() {}

  /// Runs work after what was asked before, whatever becomes of the calling task.
  func run<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result(catching: work)) }
    }
  }
}
