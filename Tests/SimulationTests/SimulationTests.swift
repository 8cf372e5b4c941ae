import Foundation
import Testing

/// Random work of three copies over a rough network, many times over.
///
/// `MARFA_SIM_SEEDS` sets how many runs there are, `MARFA_SIM_SEED` runs a single one.
@Suite("Simulation")
struct SimulationTests {
  private static let environment = ProcessInfo.processInfo.environment
  /// How many runs there are unless the environment says otherwise.
  private static let usual: UInt64 = 100

  private static var seeds: [UInt64] {
    if let seed = environment["MARFA_SIM_SEED"].flatMap({ UInt64($0) }) { return [seed] }
    let count = environment["MARFA_SIM_SEEDS"].flatMap { UInt64($0) } ?? usual
    return Array(1...max(1, count))
  }

  @Test(
    "whatever happens, all copies equal the server at rest, and every write has one verdict (R1)")
  func comesToRest() async throws {
    let seeds = Self.seeds
    let width = 3
    try await withThrowingTaskGroup(of: Void.self) { group in
      for lane in 0..<width {
        group.addTask {
          for place in stride(from: lane, to: seeds.count, by: width) {
            try await Self.run(seeds[place], isAlone: seeds.count == 1)
          }
        }
      }
      try await group.waitForAll()
    }
  }

  private static func run(_ seed: UInt64, isAlone: Bool) async throws {
    let world = try await Simulation(seed: seed).run()
    guard world.hasFailed || isAlone else { return }
    let trace = world.trace
    if isAlone { print(trace.joined(separator: "\n")) }
    guard world.hasFailed else { return }
    let problems = trace.filter { $0.contains(SimWorld.problem) }
    Issue.record(
      """
      MARFA_SIM_SEED=\(seed) fails, and replays alone:
      \(problems.joined(separator: "\n"))
      \(isAlone ? "" : trace.suffix(40).joined(separator: "\n"))
      """)
  }
}
