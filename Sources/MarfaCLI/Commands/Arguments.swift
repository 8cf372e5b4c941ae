/// A command line taken apart: words, options with values, flags.
struct Arguments: Sendable {
  /// The words that belong to no option, in order.
  private(set) var words: [String] = []
  private var options: [String: [String]] = [:]
  private var flags: Set<String> = []

  /// Takes a command line apart.
  ///
  /// - Parameters:
  ///   - options: the names of options that take a value.
  ///   - flags: the names of those that take none.
  /// - Throws: a usage failure for an option that is not known or lacks its value.
  init(_ arguments: [String], options known: Set<String>, flags knownFlags: Set<String>)
    throws(CommandFailure)
  {
    var rest = arguments[...]
    var takesOptions = true
    while let argument = rest.popFirst() {
      guard takesOptions, argument.hasPrefix("--") else {
        words.append(argument)
        continue
      }
      if argument == "--" {
        takesOptions = false
        continue
      }
      let parts = argument.dropFirst(2).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = parts.first.map(String.init) ?? ""
      if knownFlags.contains(name), parts.count == 1 {
        flags.insert(name)
      } else if known.contains(name) {
        guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
          throw .usage("--\(name) needs a value.")
        }
        options[name, default: []].append(value)
      } else {
        throw .usage("--\(name) is not an option here.", hint: "See: marfa help")
      }
    }
  }

  /// The last value of an option.
  subscript(name: String) -> String? { options[name]?.last }

  /// Every value of an option, in order.
  func all(_ name: String) -> [String] { options[name] ?? [] }

  /// Whether a flag was given.
  func has(_ name: String) -> Bool { flags.contains(name) }

  /// A whole number within a range.
  func integer(_ name: String, in range: ClosedRange<Int>) throws(CommandFailure) -> Int? {
    guard let text = self[name] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw .usage(
        "--\(name) must be a whole number from \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }
}
