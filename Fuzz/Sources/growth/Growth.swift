import Checks
import Foundation

/// Doubles each input four times and works out how the time to read it grows.
enum Growth {
  /// The largest exponent that passes: a linear reader measures close to 1, a quadratic one close
  /// to 2; between them lie the caches, which a longer input leaves.
  static let limit = 1.3

  /// Prints one line for each shape; answers 1 when one of them grows too fast.
  static func run() -> Int32 {
    var failed = false
    for check in AllChecks.all {
      for shape in check.shapes {
        let inputs = (0...4).map { shape.make(shape.start << $0) }
        let times = inputs.map { time(check, $0) }
        let exponent = slope(times, over: inputs.map { Double($0.utf8.count) })
        let isTooSteep = exponent > limit
        failed = failed || isTooSteep
        print(
          String(format: "%.2f", exponent), "\(check.name): \(shape.name)",
          String(format: "(%.2f to %.2f ms)", times[0] * 1_000, times[4] * 1_000),
          isTooSteep ? "TOO STEEP" : "")
      }
    }
    return failed ? 1 : 0
  }

  /// The seconds of processor time that one reading takes, the least of several.
  private static func time(_ check: any Check.Type, _ text: String) -> Double {
    let bytes = Array(text.utf8)
    return bytes.withUnsafeBufferPointer { bytes in
      var best = Double.infinity
      for _ in 0..<5 {
        var count = 1
        while true {
          let start = processorTime()
          for _ in 0..<count { check.run(bytes) }
          let spent = processorTime() - start
          // Shorter than this the clock's own steps would show.
          if spent >= 0.000_5 {
            best = min(best, spent / Double(count))
            break
          }
          count *= 2
        }
      }
      return best
    }
  }

  /// The time of this thread alone, so that a busy machine does not count.
  private static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
  }

  /// The least-squares slope of log time over log length. Most shapes double in length; one whose
  /// parts grow longer does more.
  private static func slope(_ times: [Double], over lengths: [Double]) -> Double {
    let (heights, places) = (times.map { log2($0) }, lengths.map { log2($0) })
    let meanHeight = heights.reduce(0, +) / Double(heights.count)
    let meanPlace = places.reduce(0, +) / Double(places.count)
    var above = 0.0
    var below = 0.0
    for (height, place) in zip(heights, places) {
      above += (place - meanPlace) * (height - meanHeight)
      below += (place - meanPlace) * (place - meanPlace)
    }
    return above / below
  }
}
