/// One reader of outside text, with what must hold for every input.
public protocol Check: SendableMetatype {
  /// The name by which it is asked for; its corpus has the same.
  static var name: String { get }

  /// Reads one input. What must hold and does not ends the program, which the fuzzer reports.
  static func run(_ bytes: UnsafeBufferPointer<UInt8>)

  /// Inputs of several kinds whose length can be doubled, the hostile ones among them.
  static var shapes: [Shape] { get }
}

extension Check {
  /// Stops the fuzzer at this input.
  static func require(
    _ condition: Bool, _ reason: @autoclosure () -> String, line: UInt = #line
  ) {
    // A trap is how a fuzzer is told; no product code comes here.
    guard condition else { fatalError("\(name): \(reason()) (line \(line))") }
  }
}
