/// The header fields of a request or an answer, in order, repeats kept.
///
/// Names compare without regard to letter case (RFC 9110, section 5.1). All fields live in one
/// byte buffer, so that reading a request's head costs one allocation however many fields it has;
/// a value becomes a `String` when it is asked for.
public struct HTTPHeaders: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  /// Per field: two `UInt32` lengths, then the name and the value, each closed by a zero byte.
  private var storage: [UInt8] = []

  /// How many fields there are, repeats counted.
  public private(set) var count = 0

  /// Makes an empty list of fields.
  public init() {}

  /// Makes a list from name and value pairs, in their order, repeats kept.
  public init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { add(name, value) }
  }

  /// Whether there is no field at all.
  public var isEmpty: Bool { count == 0 }

  /// The first value under a name; setting replaces every field of that name, `nil` removes them.
  public subscript(name: String) -> String? {
    get {
      var found: String?
      forEachField { fieldName, value in
        guard HeaderBytes.sameName(fieldName, name) else { return true }
        found = String(decoding: value, as: UTF8.self)
        return false
      }
      return found
    }
    set {
      remove(name)
      if let newValue { add(name, newValue) }
    }
  }

  /// Every value under a name, in the order of the fields.
  public func all(_ name: String) -> [String] {
    var found: [String] = []
    forEachField { fieldName, value in
      if HeaderBytes.sameName(fieldName, name) {
        found.append(String(decoding: value, as: UTF8.self))
      }
      return true
    }
    return found
  }

  /// Whether a field of this name is present.
  public func contains(_ name: String) -> Bool { occurrences(of: name) > 0 }

  /// Every field as a pair, in order. Costs a `String` or two for each.
  public var fields: [(name: String, value: String)] {
    var found: [(name: String, value: String)] = []
    found.reserveCapacity(count)
    forEachField { name, value in
      found.append(
        (String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self)))
      return true
    }
    return found
  }

  /// Appends a field after those already there.
  ///
  /// A value can never end its line: carriage return, line feed, zero and every other control
  /// byte but the tab become a space (RFC 9110, section 5.5). A name that is not a token
  /// (section 5.6.2) cannot be sent; the field is left out.
  ///
  /// - Returns: whether the field was taken.
  @discardableResult
  public mutating func add(_ name: String, _ value: String) -> Bool {
    var name = name
    var value = value
    return name.withUTF8 { nameBytes in
      value.withUTF8 { valueBytes in
        add(UnsafeRawBufferPointer(nameBytes), UnsafeRawBufferPointer(valueBytes))
      }
    }
  }

  /// Removes every field of this name.
  public mutating func remove(_ name: String) {
    guard contains(name) else { return }
    var kept = HTTPHeaders()
    forEachField { fieldName, value in
      if !HeaderBytes.sameName(fieldName, name) { kept.add(fieldName, value) }
      return true
    }
    self = kept
  }

  /// How many fields carry this name; costs no allocation.
  public func occurrences(of name: String) -> Int {
    var occurrences = 0
    forEachField { fieldName, _ in
      if HeaderBytes.sameName(fieldName, name) { occurrences += 1 }
      return true
    }
    return occurrences
  }

  /// Appends a field given as bytes, under the same rules as `add(_:_:)`.
  @discardableResult
  mutating func add(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool {
    guard HeaderBytes.isToken(name) else { return false }
    if storage.isEmpty { storage.reserveCapacity(256) }
    let start = storage.count
    // Grown at once, by zeroes: the bytes that close name and value are then there already.
    storage.append(contentsOf: repeatElement(0, count: 8 + name.count + 1 + value.count + 1))
    storage.withUnsafeMutableBytes { bytes in
      let field = UnsafeMutableRawBufferPointer(rebasing: bytes[start...])
      field.storeBytes(of: UInt32(truncatingIfNeeded: name.count), as: UInt32.self)
      field.storeBytes(
        of: UInt32(truncatingIfNeeded: value.count), toByteOffset: 4, as: UInt32.self)
      UnsafeMutableRawBufferPointer(rebasing: field[8...]).copyMemory(from: name)
      var place = 8 + name.count + 1
      for byte in value {
        field[place] = HeaderBytes.isControl(byte) ? 0x20 : byte
        place += 1
      }
    }
    count += 1
    return true
  }

  /// Visits the fields in order until `body` answers false. Each buffer is followed by a zero byte
  /// and lives only during the call.
  func forEachField(_ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Bool) {
    storage.withUnsafeBytes { bytes in
      var offset = 0
      while offset < bytes.count {
        let nameCount = Int(bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
        let valueCount = Int(bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self))
        let name = offset + 8
        let value = name + nameCount + 1
        let proceed = body(
          UnsafeRawBufferPointer(rebasing: bytes[name..<(name + nameCount)]),
          UnsafeRawBufferPointer(rebasing: bytes[value..<(value + valueCount)]))
        guard proceed else { return }
        offset = value + valueCount + 1
      }
    }
  }
}
