/// A JSON object that keeps the order of its keys.
///
/// Equality and hashing mind the order. Keys are compared as Swift strings, so canonically
/// equivalent spellings are one key. Objects of up to sixteen members are searched from the front;
/// larger ones keep an index.
public struct JSONObject: Sendable {
  /// The keys, in order.
  public private(set) var keys: [String]
  /// The values, in the order of their keys.
  public private(set) var values: [JSONValue]
  /// Where each key stands, kept only for objects too large to search from the front.
  private var places: [String: Int]

  /// More members than this are found through an index. Measured: below it a search is faster.
  private static let indexedFrom = 16

  /// Makes an empty object.
  public init() {
    keys = []
    values = []
    places = [:]
  }

  /// Makes an object of pairs; a repeated key keeps its first place and its last value.
  public init(_ pairs: some Sequence<(String, JSONValue)>) {
    self.init()
    for (key, value) in pairs { self[key] = value }
  }

  /// Takes keys that the caller knows to be distinct, without looking again.
  package init(distinctKeys keys: [String], values: [JSONValue]) {
    self.keys = keys
    self.values = values
    places = [:]
    if keys.count > Self.indexedFrom { reindex() }
  }

  /// The value under a key. Setting replaces in place, appends a new key, and removes with `nil`.
  public subscript(key: String) -> JSONValue? {
    get { place(of: key).map { values[$0] } }
    set {
      guard let newValue else {
        removeValue(forKey: key)
        return
      }
      if let place = place(of: key) {
        values[place] = newValue
      } else {
        append(key, newValue)
      }
    }
  }

  /// Takes a key out, and answers the value it had.
  @discardableResult
  public mutating func removeValue(forKey key: String) -> JSONValue? {
    guard let place = place(of: key) else { return nil }
    keys.remove(at: place)
    let value = values.remove(at: place)
    if keys.count >= Self.indexedFrom { reindex() } else { places = [:] }
    return value
  }

  private func place(of key: String) -> Int? {
    places.isEmpty ? keys.firstIndex(of: key) : places[key]
  }

  private mutating func append(_ key: String, _ value: JSONValue) {
    keys.append(key)
    values.append(value)
    if !places.isEmpty {
      places[key] = keys.count - 1
    } else if keys.count > Self.indexedFrom {
      reindex()
    }
  }

  private mutating func reindex() {
    places = Dictionary(uniqueKeysWithValues: zip(keys, keys.indices))
  }
}

extension JSONObject: Hashable {
  /// Whether both hold the same members in the same order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.keys == right.keys && left.values == right.values
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
  public var endIndex: Int { keys.count }
  /// The member at a place.
  public subscript(position: Int) -> Element { (keys[position], values[position]) }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Makes an object; a repeated key keeps its first place and its last value.
  public init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(elements) }
}
