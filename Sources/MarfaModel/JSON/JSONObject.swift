/// A JSON object that keeps the order of its keys.
///
/// Equality and hashing mind the order. Keys are compared as Swift strings, so canonically
/// equivalent spellings are one key. Objects of up to sixteen members are searched from the front;
/// larger ones keep an index. Objects that were read from one text share their lists of keys.
public struct JSONObject: Sendable {
  private var shape: JSONShape
  /// The values, in the order of their keys.
  public private(set) var values: [JSONValue]

  /// The keys, in order.
  public var keys: [String] { shape.keys }

  /// Makes an empty object.
  public init() {
    shape = .empty
    values = []
  }

  /// Makes an object of pairs; a repeated key keeps its first place and its last value.
  public init(_ pairs: some Sequence<(String, JSONValue)>) {
    self.init()
    for (key, value) in pairs { self[key] = value }
  }

  /// Takes keys that the caller knows to be distinct, without looking again.
  package init(distinctKeys keys: [String], values: [JSONValue]) {
    self.init(shape: JSONShape(distinctKeys: keys), values: values)
  }

  /// Takes a shape and as many values as it has keys.
  init(shape: JSONShape, values: [JSONValue]) {
    self.shape = shape
    self.values = values
  }

  /// The value under a key. Setting replaces in place, appends a new key, and removes with `nil`.
  public subscript(key: String) -> JSONValue? {
    get { shape.place(of: key).map { values[$0] } }
    set {
      guard let newValue else {
        removeValue(forKey: key)
        return
      }
      if let place = shape.place(of: key) {
        values[place] = newValue
      } else {
        ownShape()
        shape.append(key)
        values.append(newValue)
      }
    }
  }

  /// Takes a key out, and answers the value it had.
  @discardableResult
  public mutating func removeValue(forKey key: String) -> JSONValue? {
    guard let place = shape.place(of: key) else { return nil }
    ownShape()
    shape.remove(at: place)
    return values.remove(at: place)
  }

  /// Makes sure that a change to the keys is seen by no other object.
  private mutating func ownShape() {
    if !isKnownUniquelyReferenced(&shape) { shape = shape.copy() }
  }
}

extension JSONObject: Hashable {
  /// Whether both hold the same members in the same order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    (left.shape === right.shape || left.keys == right.keys) && left.values == right.values
  }

  /// Feeds the members, in order.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(keys)
    hasher.combine(values)
  }
}

extension JSONObject: RandomAccessCollection {
  /// A member: its key and its value.
  public typealias Element = (key: String, value: JSONValue)

  /// Always zero.
  public var startIndex: Int { 0 }
  /// The number of members.
  public var endIndex: Int { values.count }
  /// The member at a place.
  public subscript(position: Int) -> Element { (keys[position], values[position]) }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Makes an object; a repeated key keeps its first place and its last value.
  public init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(elements) }
}
