import Foundation

/// The memory of this process, in MiB, as Linux tells it.
struct Memory {
  let resident: Double
  let peak: Double

  static func now() throws -> Memory {
    let text = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    func figure(_ name: String) throws -> Double {
      guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix(name) }),
        let kibibytes = line.split(whereSeparator: \.isWhitespace).compactMap({ Double($0) }).first
      else { throw BaselineError(description: "this system does not tell \(name)") }
      return kibibytes / 1_024
    }
    return Memory(resident: try figure("VmRSS"), peak: try figure("VmHWM"))
  }
}
