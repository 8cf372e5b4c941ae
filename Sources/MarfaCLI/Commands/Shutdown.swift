import Dispatch
import Foundation
import Resilience

/// Waits for the person or the system to ask the process to end.
enum Shutdown {
  /// Returns at the first SIGINT or SIGTERM, or when the task is cancelled.
  static func requested() async {
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
    for await _ in stream { break }
    sources.withLock { sources in
      for source in sources { source.cancel() }
      sources = []
    }
  }
}
