#if DEBUG
  import Foundation
  import Resilience

  /// A source of random numbers for tests, which prints the seed that repeats the run.
  ///
  /// ```swift
  /// var random = SeededRandom("random edits")
  /// let place = Int.random(in: 0..<10, using: &random)
  /// ```
  ///
  /// The numbers follow from the seed alone, on every platform and in every release.
  public struct SeededRandom: RandomNumberGenerator, Sendable {
    /// The environment's variable that sets the seed of every source: `MARFA_TEST_SEED`.
    public static let variable = "MARFA_TEST_SEED"

    /// What all numbers follow from.
    public let seed: UInt64
    private var generator: SeededGenerator

    /// Makes a source and prints its seed.
    ///
    /// - Parameters:
    ///   - name: what the printed line calls it.
    ///   - seed: the seed; `nil` takes the one of the environment, else a new one.
    ///   - environment: where ``variable`` is looked up.
    ///   - say: where the line goes; standard output unless given.
    public init(
      _ name: String = "random", seed: UInt64? = nil,
      environment: [String: String] = ProcessInfo.processInfo.environment,
      say: (String) -> Void = { print($0) }
    ) {
      self.seed =
        seed ?? environment[Self.variable].flatMap { UInt64($0) }
        ?? UInt64.random(in: .min ... .max)
      generator = SeededGenerator(seed: self.seed)
      say("\(name): \(Self.variable)=\(self.seed) repeats this run")
    }

    /// Answers the next number of the sequence.
    public mutating func next() -> UInt64 { generator.next() }
  }
#endif
