import Dispatch
import Foundation
import Resilience

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Waits for the person or the system to ask the process to end.
enum Shutdown {
  /// Returns at the first SIGINT or SIGTERM, or when the task is cancelled.
  ///
  /// A second signal ends the process at once, for those who can't wait for a clean end.
  ///
  /// - Parameter orInputEnds: whether the end of standard input counts as being asked, for a
  ///   process that must not outlive the one that started it.
  static func requested(orInputEnds: Bool = false) async {
    let sources = Lock<[any DispatchSourceSignal]>([])
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    for number in [SIGINT, SIGTERM] {
      // The source only sees a signal that the process does not die of.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { continuation.yield() }
      source.resume()
      sources.withLock { $0.append(source) }
    }
    if orInputEnds {
      Thread.detachNewThread {
        InputEnd.await()
        continuation.yield()
      }
    }
    for await _ in stream { break }
    sources.withLock { sources in
      for source in sources { source.cancel() }
      sources = []
    }
    for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
  }
}
