/// Writes one value as compact JSON text, without recursion.
struct JSONWriter: ~Copyable {
  /// A list or object that is being written, and the place of its next element.
  private struct Frame {
    let object: JSONObject?
    let values: [JSONValue]
    var next = 0
  }

  /// Whether non-finite numbers and any depth are written; the text is then for people only.
  private let isLenient: Bool
  private let numbers: JSONNumberSpelling
  private var frames: [Frame] = []
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
    try begin(value)
    while let frame = frames.last {
      let place = frame.next
      guard place < frame.values.count else {
        bytes.append(frame.object == nil ? .jsonCloseBracket : .jsonCloseBrace)
        frames.removeLast()
        continue
      }
      if place > 0 { bytes.append(.jsonComma) }
      frames[frames.count - 1].next = place + 1
      if let object = frame.object {
        bytes.appendQuoted(object.keys[place])
        bytes.append(.jsonColon)
      }
      try begin(frame.values[place])
    }
  }

  private mutating func begin(_ value: JSONValue) throws(MarfaError) {
    switch value {
    case .null: bytes.appendWord("null")
    case .bool(let value): bytes.appendWord(value ? "true" : "false")
    case .integer(let value): bytes.appendInteger(value)
    case .number(let value): try write(value)
    case .string(let value): bytes.appendQuoted(value)
    case .array(let list):
      try open(Frame(object: nil, values: list), .jsonOpenBracket)
    case .object(let object):
      try open(Frame(object: object, values: object.values), .jsonOpenBrace)
    }
  }

  private mutating func open(_ frame: Frame, _ bracket: UInt8) throws(MarfaError) {
    guard isLenient || frames.count < JSONValue.nestingLimit else {
      throw .invalid(
        message: "\(path) cannot be written as JSON: it is nested more than "
          + "\(JSONValue.nestingLimit) deep.")
    }
    bytes.append(bracket)
    frames.append(frame)
  }

  private mutating func write(_ value: Double) throws(MarfaError) {
    guard value.isFinite else {
      guard isLenient else {
        throw .invalid(
          message: "\(path) cannot be written as JSON: it is not a finite number.")
      }
      bytes.appendPlain(value.description)
      return
    }
    bytes.appendPlain(numbers.text(value))
  }

  /// The keys and places that lead to the value being written, joined by dots.
  private var path: String {
    if frames.isEmpty { return "The value" }
    return frames.map { frame in
      frame.object.map { $0.keys[frame.next - 1] } ?? String(frame.next - 1)
    }.joined(separator: ".")
  }
}
