/// A kind of input that can be made longer.
public struct Shape: Sendable {
  /// What it is made of.
  public let name: String
  /// The number of parts of the shortest input; the longest has sixteen times as many.
  public let start: Int
  /// The input with so many parts.
  public let make: @Sendable (Int) -> String

  init(_ name: String, start: Int = 16_384, _ make: @escaping @Sendable (Int) -> String) {
    self.name = name
    self.start = start
    self.make = make
  }

  /// A text over and over.
  init(_ name: String, repeating part: String, after front: String = "", start: Int = 16_384) {
    self.init(name, start: start) { front + String(repeating: part, count: $0) }
  }
}
