/// Reads one JSON text, strictly (RFC 8259), byte by byte and without recursion.
///
/// Values gather on one stack and move into their list or object when it closes. Keys stay places in
/// the text until then: when the object has the same key bytes as an earlier one, which in a list of
/// rows is the rule, it takes over that one's shape and no key becomes a string again.
struct JSONReader: ~Copyable {
  /// A list or object that is still open.
  ///
  /// Not private: the compiler (6.3) fails on a private type inside a generic that cannot be copied.
  struct Frame {
    let isObject: Bool
    let firstValue: Int
    let firstKey: Int
  }

  /// A shape with the places of its keys in this text.
  private struct KnownShape {
    let shape: JSONShape
    let keys: [JSONSpan]
  }

  private(set) var text: UnsafeBufferPointer<UInt8>
  var at = 0
  private let nestingLimit: Int
  private var values = JSONScratch<JSONValue>(capacity: 16)
  private var keys = JSONScratch<JSONSpan>(capacity: 16)
  private var frames = JSONScratch<Frame>(capacity: 8)
  /// The first shape of the text, and a table of the others. Most texts, such as the properties of
  /// a stored row, have one object or none, and need no table.
  private var first: KnownShape?
  private var known: [KnownShape?] = []
  /// The shape that the texts before this one began with.
  private var carried: CarriedShape?

  /// Remembered shapes; a power of two. Rows of a page have about five, so few share a place.
  private static let knownShapes = 32

  init(_ text: UnsafeBufferPointer<UInt8>, nestingLimit: Int) {
    self.text = text
    self.nestingLimit = nestingLimit
  }

  /// Turns to another text, with the memory there is and the shape that was carried on.
  mutating func begin(_ text: UnsafeBufferPointer<UInt8>) {
    self.text = text
    at = 0
  }

  /// Lets the text go, and carries its first shape on to the next one.
  mutating func end() {
    if let first { carried = CarriedShape(first.shape, first.keys, of: text) }
    first = nil
    known = []
    // A fault leaves what was open.
    values.drop(to: 0)
    keys.drop(to: 0)
    frames.drop(to: 0)
    text = UnsafeBufferPointer(start: nil, count: 0)
    at = 0
  }

  /// The byte at `at`, or zero, which no token starts with, at the end.
  var byte: UInt8 {
    @inline(__always) get { at < text.count ? text[at] : 0 }
  }

  func fault(_ reason: JSONFault.Reason, at offset: Int? = nil) -> JSONFault {
    JSONFault(reason: reason, offset: offset ?? at)
  }

  /// Reads the whole text as one value.
  mutating func read(objectOnly: Bool = false) throws(JSONFault) -> JSONValue {
    skipSpace()
    if objectOnly && byte != .jsonOpenBrace { throw fault(.objectExpected) }
    var done = try readLeafOrOpen()
    repeat {
      if done {
        guard let frame = frames.popLast() else { break }
        done = try goOn(after: frame)
      } else {
        done = try readLeafOrOpen()
      }
    } while true
    skipSpace()
    guard at == text.count else { throw fault(.endExpected) }
    guard let value = values.popLast() else { throw fault(.valueExpected) }
    return value
  }

  @inline(__always)
  private mutating func skipSpace() {
    while at < text.count {
      switch text[at] {
      case 0x20, 0x0A, 0x0D, 0x09: at += 1
      default: return
      }
    }
  }

  /// Reads a value that starts here. Answers whether it is complete; a container that has
  /// something in it is not.
  private mutating func readLeafOrOpen() throws(JSONFault) -> Bool {
    switch byte {
    case .jsonQuote:
      values.append(.string(try readString(try scanString())))
    case .jsonOpenBrace:
      try open(isObject: true)
      guard byte == .jsonCloseBrace else {
        try readKey()
        return false
      }
      at += 1
      _ = frames.popLast()
      values.append(.object(JSONObject()))
    case .jsonOpenBracket:
      try open(isObject: false)
      guard byte == .jsonCloseBracket else { return false }
      at += 1
      _ = frames.popLast()
      values.append(.array([]))
    case 0x74:
      try readWord("true")
      values.append(.bool(true))
    case 0x66:
      try readWord("false")
      values.append(.bool(false))
    case 0x6E:
      try readWord("null")
      values.append(.null)
    case 0x2D, 0x30...0x39:
      values.append(try readNumber())
    default:
      throw fault(.valueExpected)
    }
    return true
  }

  private mutating func open(isObject: Bool) throws(JSONFault) {
    guard frames.count < nestingLimit else { throw fault(.tooDeep) }
    frames.append(Frame(isObject: isObject, firstValue: values.count, firstKey: keys.count))
    at += 1
    skipSpace()
  }

  /// Goes on behind a value inside a container. Answers whether that closed the container.
  @inline(__always)
  private mutating func goOn(after frame: Frame) throws(JSONFault) -> Bool {
    skipSpace()
    switch byte {
    case .jsonComma:
      at += 1
      skipSpace()
      if frame.isObject { try readKey() }
      frames.append(frame)
      return false
    case .jsonCloseBrace where frame.isObject:
      at += 1
      let shape = try shape(from: frame.firstKey)
      values.append(.object(JSONObject(shape: shape, values: values.take(from: frame.firstValue))))
      return true
    case .jsonCloseBracket where !frame.isObject:
      at += 1
      values.append(.array(values.take(from: frame.firstValue)))
      return true
    default:
      throw fault(frame.isObject ? .commaOrBraceExpected : .commaOrBracketExpected)
    }
  }

  private mutating func readKey() throws(JSONFault) {
    guard byte == .jsonQuote else { throw fault(.keyExpected) }
    keys.append(try scanString())
    skipSpace()
    guard byte == .jsonColon else { throw fault(.colonExpected) }
    at += 1
    skipSpace()
  }

  private mutating func readWord(_ word: StaticString) throws(JSONFault) {
    let length = word.utf8CodeUnitCount
    guard text.count - at >= length else { throw fault(.valueExpected) }
    for place in 0..<length where text[at + place] != word.utf8Start[place] {
      throw fault(.valueExpected)
    }
    at += length
  }

  // MARK: Shapes

  /// The shape of the keys from a place on, which are taken off.
  private mutating func shape(from first: Int) throws(JSONFault) -> JSONShape {
    if let carried, carried.matches(keys, from: first, in: text) {
      keys.drop(to: first)
      return carried.shape
    }
    guard let only = self.first else {
      let spans = keys.take(from: first)
      let shape = try makeShape(spans)
      self.first = KnownShape(shape: shape, keys: spans)
      return shape
    }
    if matches(only, from: first) {
      keys.drop(to: first)
      return only.shape
    }
    if known.isEmpty { known = Array(repeating: nil, count: Self.knownShapes) }
    let count = keys.count - first
    let mark = count &* 7 &+ keys[first].length &* 3 &+ keys[keys.count - 1].length
    let slot = mark & (Self.knownShapes - 1)
    if let candidate = known[slot], matches(candidate, from: first) {
      keys.drop(to: first)
      return candidate.shape
    }
    let spans = keys.take(from: first)
    let shape = try makeShape(spans)
    known[slot] = KnownShape(shape: shape, keys: spans)
    return shape
  }

  private func matches(_ candidate: KnownShape, from first: Int) -> Bool {
    guard candidate.keys.count == keys.count - first else { return false }
    for (place, span) in candidate.keys.enumerated() {
      let other = keys[first + place]
      guard span.length == other.length, sameBytes(span.start, other.start, span.length) else {
        return false
      }
    }
    return true
  }

  private func sameBytes(_ left: Int, _ right: Int, _ length: Int) -> Bool {
    for place in 0..<length where text[left + place] != text[right + place] { return false }
    return true
  }

  private func makeShape(_ spans: [JSONSpan]) throws(JSONFault) -> JSONShape {
    var names: [String] = []
    names.reserveCapacity(spans.count)
    guard spans.count > JSONShape.indexedFrom else {
      for span in spans {
        let name = try readString(span)
        if names.contains(name) { throw fault(.repeatedKey, at: span.start - 1) }
        names.append(name)
      }
      return JSONShape(distinctKeys: names)
    }
    var places = [String: Int](minimumCapacity: spans.count)
    for span in spans {
      let name = try readString(span)
      if places.updateValue(names.count, forKey: name) != nil {
        throw fault(.repeatedKey, at: span.start - 1)
      }
      names.append(name)
    }
    return JSONShape(keys: names, places: places)
  }
}
