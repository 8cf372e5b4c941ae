import Resilience

/// Collects what handlers saw, from any thread.
final class Recorder<Element: Sendable>: Sendable {
  private let state = Lock([Element]())

  func record(_ element: Element) { state.withLock { $0.append(element) } }

  var all: [Element] { state.withLock { $0 } }
  var count: Int { all.count }
}
