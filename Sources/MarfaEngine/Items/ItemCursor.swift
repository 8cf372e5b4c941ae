import MarfaModel

/// Where a page of items ended: what its last item is ordered by, and its id.
package struct ItemCursor: Sendable, Hashable {
  /// What an item is ordered by.
  package enum Place: Sendable, Hashable {
    /// A time.
    case time(String)
    /// A property's number, or its truth value.
    case number(Double)
    /// A property's text.
    case text(String)
    /// No scalar under the property: the tail of the order.
    case none
  }

  /// What the last item is ordered by.
  package var place: Place
  /// Its id.
  package var id: String

  /// Makes a cursor.
  package init(_ place: Place, id: String) {
    self.place = place
    self.id = id
  }

  /// The cursor as a text that only means anything in the same order.
  ///
  /// - Throws: nothing in practice: all of it can be written as JSON.
  package func text(in order: ItemOrder) throws -> String {
    let place: [JSONValue] =
      switch place {
      case .time(let time): ["t", .string(time)]
      // The number's bits: a decimal spelling may come back one step off.
      case .number(let number): ["n", .integer(Int64(bitPattern: number.bitPattern))]
      case .text(let text): ["s", .string(text)]
      case .none: ["z"]
      }
    return try JSONValue.array([.string(order.signature), .string(id)] + place).json()
  }

  /// Reads ``text(in:)``; `nil` for a text that isn't one, or was made in another order.
  package init?(_ text: String, in order: ItemOrder) {
    guard let list = try? JSONValue(json: text).array, list.count >= 3,
      list[0].string == order.signature, let id = list[1].string
    else { return nil }
    let value = list.count == 4 ? list[3] : .null
    switch (list[2].string, value, order) {
    case ("t", .string(let time), .time): place = .time(time)
    case ("n", .integer(let bits), .property):
      let number = Double(bitPattern: UInt64(bitPattern: bits))
      guard number.isFinite else { return nil }
      place = .number(number)
    case ("s", .string(let text), .property): place = .text(text)
    case ("z", .null, .property): place = .none
    default: return nil
    }
    self.id = id
  }
}
