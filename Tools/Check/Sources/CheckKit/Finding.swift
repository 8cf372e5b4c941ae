/// One thing that has to change, with its place and what to do.
public struct Finding: Hashable, Comparable, CustomStringConvertible {
  /// The path from the root of the tree.
  public let path: String
  /// The line, from 1.
  public let line: Int
  /// What is wrong and what to do about it.
  public let text: String

  /// Names a place and what to do there.
  public init(_ path: String, _ line: Int, _ text: String) {
    self.path = path
    self.line = line
    self.text = text
  }

  /// The line that an editor can jump to: `path:line: text`.
  public var description: String { "\(path):\(line): \(text)" }

  /// Sorts by path, then by line.
  public static func < (left: Finding, right: Finding) -> Bool {
    (left.path, left.line, left.text) < (right.path, right.line, right.text)
  }
}
