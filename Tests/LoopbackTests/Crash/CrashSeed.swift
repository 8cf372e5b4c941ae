import Foundation

/// The seed of the random moments at which processes are ended. It is printed, and can be given.
enum CrashSeed {
  /// That of `MARFA_CRASH_SEED`, else a new one.
  static func take(_ test: String) -> UInt64 {
    let given = ProcessInfo.processInfo.environment["MARFA_CRASH_SEED"].flatMap(UInt64.init)
    let seed = given ?? UInt64.random(in: 0...UInt64.max)
    print("\(test): MARFA_CRASH_SEED=\(seed)")
    return seed
  }
}
