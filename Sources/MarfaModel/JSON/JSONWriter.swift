/// Writes one value as compact JSON text, without recursion.
struct JSONWriter: ~Copyable {
  /// A list or object that is being written, and the place of its next element.
  private struct Frame {
    /// `nil` for a list.
    let keys: [String]?
    let values: [JSONValue]
    var next = 0
  }

  /// How far a run of elements got.
  private enum Step {
    case done
    /// The element before `next` holds others, which come first.
    case nested(Frame)
    /// The element before `next` is a number that JSON cannot spell.
    case notFinite
  }

  /// Whether non-finite numbers and any depth are written; the text is then for people only.
  private let isLenient: Bool
  private let numbers: JSONNumberSpelling
  /// What is open around the frame at work, outermost first.
  private var outer: [Frame] = []
  private var bytes = JSONBytes()

  init(numbers: JSONNumberSpelling, isLenient: Bool = false) {
    self.numbers = numbers
    self.isLenient = isLenient
  }

  /// What was written. Valid only during `body`.
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    bytes.withBytes(body)
  }

  mutating func write(_ value: JSONValue) throws(MarfaError) {
    var frame: Frame
    switch writeLeaf(value) {
    case .done: return
    case .notFinite: throw .invalid(message: "The value" + Self.notFinite)
    case .nested(let first): frame = first
    }
    open(frame)
    while true {
      switch writeElements(of: &frame) {
      case .nested(let inner):
        outer.append(frame)
        guard isLenient || outer.count < JSONValue.nestingLimit else {
          throw .invalid(message: path(to: nil) + Self.tooDeep)
        }
        open(inner)
        frame = inner
      case .done:
        bytes.append(frame.keys == nil ? .jsonCloseBracket : .jsonCloseBrace)
        guard let around = outer.popLast() else { return }
        frame = around
      case .notFinite:
        throw .invalid(message: path(to: frame) + Self.notFinite)
      }
    }
  }

  private mutating func open(_ frame: Frame) {
    bytes.append(frame.keys == nil ? .jsonOpenBracket : .jsonOpenBrace)
  }

  /// Writes the elements up to one that holds others.
  ///
  /// Works on the elements in place: copying each would count references up and down, which is
  /// most of the time that writing takes.
  private mutating func writeElements(of frame: inout Frame) -> Step {
    var place = frame.next
    defer { frame.next = place }
    return frame.values.withUnsafeBufferPointer { values in
      guard let keys = frame.keys else {
        while place < values.count {
          if place > 0 { bytes.append(.jsonComma) }
          place += 1
          let step = writeLeaf(values[place - 1])
          guard case .done = step else { return step }
        }
        return .done
      }
      return keys.withUnsafeBufferPointer { keys in
        while place < values.count {
          if place > 0 { bytes.append(.jsonComma) }
          bytes.appendQuoted(keys[place])
          bytes.append(.jsonColon)
          place += 1
          let step = writeLeaf(values[place - 1])
          guard case .done = step else { return step }
        }
        return .done
      }
    }
  }

  /// Writes a value that holds no others.
  @inline(__always)
  private mutating func writeLeaf(_ value: JSONValue) -> Step {
    switch value {
    case .null: bytes.appendWord("null")
    case .bool(let value): bytes.appendWord(value ? "true" : "false")
    case .integer(let value): bytes.appendInteger(value)
    case .number(let value):
      if value.isFinite {
        bytes.appendNumber(value, numbers)
      } else if isLenient {
        bytes.appendPlain(value.description)
      } else {
        return .notFinite
      }
    case .string(let value): bytes.appendQuoted(value)
    case .array(let list): return .nested(Frame(keys: nil, values: list))
    case .object(let object): return .nested(Frame(keys: object.keys, values: object.values))
    }
    return .done
  }

  // MARK: Messages

  private static let notFinite = " cannot be written as JSON: it is not a finite number."
  private static let tooDeep =
    " cannot be written as JSON: it is nested more than \(JSONValue.nestingLimit) deep."

  /// The keys and places that lead to the value at hand, joined by dots.
  private func path(to frame: Frame?) -> String {
    (frame.map { outer + [$0] } ?? outer).map { frame in
      frame.keys.map { $0[frame.next - 1] } ?? String(frame.next - 1)
    }.joined(separator: ".")
  }
}
