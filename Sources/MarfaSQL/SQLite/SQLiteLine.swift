/// First in, first out, in constant time: what waits for a connection.
struct SQLiteLine<Element> {
  private var incoming: [Element] = []
  /// Reversed, so that its last is the next.
  private var outgoing: [Element] = []

  /// Whether nothing waits.
  var isEmpty: Bool { incoming.isEmpty && outgoing.isEmpty }

  /// Puts one at the end.
  mutating func append(_ element: Element) {
    incoming.append(element)
  }

  /// Takes the one at the front.
  mutating func popFirst() -> Element? {
    if outgoing.isEmpty {
      outgoing = incoming.reversed()
      incoming.removeAll(keepingCapacity: true)
    }
    return outgoing.popLast()
  }

  /// The one at the front, left there.
  var first: Element? { outgoing.last ?? incoming.first }
}
