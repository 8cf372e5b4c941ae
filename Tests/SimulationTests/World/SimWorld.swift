import Foundation
import MarfaModel
import Resilience

/// What everything of one simulated run shares: its chance, its clocks, its trace.
///
/// One thing happens at a time, so all that happens follows from the seed.
final class SimWorld: Sendable {
  /// What all chance follows from.
  let seed: UInt64
  /// The server's clock.
  let clock = VirtualClock()
  /// The folder of the copies' stores; it goes with the run.
  let folder: URL

  private struct State {
    var random: SeededGenerator
    var clocks: [VirtualClock] = []
    var trace: [String] = []
    var hasFailed = false
    var depth = 0
    var serial = 0
  }

  private let state: Lock<State>

  /// Makes a world in which nothing has happened.
  init(seed: UInt64) throws {
    self.seed = seed
    state = Lock(State(random: SeededGenerator(seed: seed)))
    folder = FileManager.default.temporaryDirectory.appending(
      path: "marfa-simulation-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    state.withLock { $0.clocks.append(clock) }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  // MARK: Chance

  /// A number below `bound`.
  func below(_ bound: Int) -> Int {
    state.withLock { Int.random(in: 0..<max(1, bound), using: &$0.random) }
  }

  /// Whether something happens that happens so many times in a hundred.
  func happens(_ percent: Int) -> Bool { below(100) < percent }

  /// One of them; `nil` of none.
  func one<Element>(of elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[below(elements.count)]
  }

  /// One of several, by their weights.
  func weighted<Element>(_ elements: [(weight: Int, Element)]) -> Element {
    var place = below(elements.reduce(0) { $0 + $1.weight })
    for (weight, element) in elements {
      if place < weight { return element }
      place -= weight
    }
    return elements[0].1
  }

  /// A number that is given once.
  func serial() -> Int {
    state.withLock { state in
      state.serial += 1
      return state.serial
    }
  }

  // MARK: Time

  /// Makes a clock that goes along with all others.
  ///
  /// - Parameter skew: how far its wall time is off.
  func makeClock(skew: Duration) -> VirtualClock {
    let device = VirtualClock(unixMilliseconds: clock.unixMilliseconds)
    device.shiftWallTime(by: skew)
    state.withLock { $0.clocks.append(device) }
    return device
  }

  /// Lets time pass, everywhere.
  func pass(_ duration: Duration) {
    for clock in state.withLock({ $0.clocks }) { clock.advance(by: duration) }
  }

  // MARK: What happened

  /// Everything that was noted, in order, problems included.
  var trace: [String] { Self.labelled(state.withLock { $0.trace }) }

  /// Whether something is that must not be.
  var hasFailed: Bool { state.withLock { $0.hasFailed } }

  /// What the line of a problem begins with.
  static let problem = "PROBLEM:"

  /// Notes what happens.
  func note(_ line: @autoclosure () -> String) {
    let line = line()
    state.withLock { state in
      state.trace.append(String(repeating: "    ", count: state.depth) + line)
    }
  }

  /// Notes something that must not be.
  func fail(_ problem: String) {
    note("\(Self.problem) \(problem)")
    state.withLock { $0.hasFailed = true }
  }

  /// Lines with each id in them by a short name, the same in each run of a seed.
  private static func labelled(_ lines: [String]) -> [String] {
    var labels: [Substring: String] = [:]
    return lines.map { line in
      line.replacing(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/) { match in
        let label = labels[match.0] ?? "#\(labels.count + 1)"
        labels[match.0] = label
        return label
      }
    }
  }

  /// Whether something happens within something else.
  var isNested: Bool { state.withLock { $0.depth > 0 } }

  /// Does something within something else, whose cancellation is none of its business.
  func nested(_ work: @escaping @Sendable () async -> Void) async {
    state.withLock { $0.depth += 1 }
    await Task { await work() }.value
    state.withLock { $0.depth -= 1 }
  }
}
