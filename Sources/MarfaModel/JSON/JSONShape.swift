/// The keys of an object in their order, shared by objects that have the same ones.
///
/// A list of a thousand rows keeps its keys once. It is never changed while two objects hold it.
// Unchecked: changed only through a `JSONObject` that holds the only reference to it.
final class JSONShape: @unchecked Sendable {
  private(set) var keys: [String]
  /// Where each key stands, kept only for objects too large to search from the front.
  private var places: [String: Int]

  /// More members than this are found through an index. Measured: below it a search is faster.
  static let indexedFrom = 16
  /// The shape of every empty object.
  static let empty = JSONShape(distinctKeys: [])

  /// Takes keys that the caller knows to be distinct.
  init(distinctKeys keys: [String]) {
    self.keys = keys
    places = [:]
    if keys.count > Self.indexedFrom { reindex() }
  }

  /// Takes keys with the index over them, which a reader has made to find doubles.
  init(keys: [String], places: [String: Int]) {
    self.keys = keys
    self.places = places
  }

  private init(copying other: JSONShape) {
    keys = other.keys
    places = other.places
  }

  func copy() -> JSONShape { JSONShape(copying: self) }

  func place(of key: String) -> Int? {
    places.isEmpty ? keys.firstIndex(of: key) : places[key]
  }

  func append(_ key: String) {
    keys.append(key)
    if !places.isEmpty {
      places[key] = keys.count - 1
    } else if keys.count > Self.indexedFrom {
      reindex()
    }
  }

  func remove(at place: Int) {
    keys.remove(at: place)
    if keys.count > Self.indexedFrom { reindex() } else { places = [:] }
  }

  private func reindex() {
    places.removeAll(keepingCapacity: true)
    places.reserveCapacity(keys.count)
    for (place, key) in keys.enumerated() { places[key] = place }
  }
}
