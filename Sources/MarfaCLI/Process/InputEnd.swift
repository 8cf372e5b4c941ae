#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The end of standard input.
enum InputEnd {
  /// Blocks the calling thread until standard input has ended; what comes before is dropped.
  static func await() {
    var byte: UInt8 = 0
    while true {
      let count = read(0, &byte, 1)
      if count == 0 || (count < 0 && errno != EINTR) { return }
    }
  }
}
