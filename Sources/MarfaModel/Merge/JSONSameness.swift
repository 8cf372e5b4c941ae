/// Whether two values mean the same to a merge.
///
/// Swift takes canonically equivalent texts for equal, which would let one writer's new spelling
/// pass for an echo and be lost; texts are the same here only byte for byte.
enum JSONSameness {
  /// Whether both hold the same data; the order of an object's members does not matter.
  static func same(_ left: JSONValue?, _ right: JSONValue?) -> Bool {
    compare(left, right, mindingOrder: false)
  }

  /// Whether both hold the same data in the same order.
  static func identical(_ left: JSONValue?, _ right: JSONValue?) -> Bool {
    compare(left, right, mindingOrder: true)
  }

  /// Works through pairs with a list of its own: values nest deeper than a stack should.
  private static func compare(
    _ left: JSONValue?, _ right: JSONValue?, mindingOrder: Bool
  ) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    var pairs = [(left, right)]
    while let (left, right) = pairs.popLast() {
      switch (left, right) {
      case (.null, .null): continue
      case (.bool(let left), .bool(let right)):
        guard left == right else { return false }
      case (.string(let left), .string(let right)):
        guard left.utf8.elementsEqual(right.utf8) else { return false }
      case (.integer(let left), .integer(let right)):
        guard left == right else { return false }
      case (.number(let left), .number(let right)):
        guard left == right else { return false }
      case (.integer(let whole), .number(let number)), (.number(let number), .integer(let whole)):
        guard Int64(exactly: number) == whole else { return false }
      case (.array(let left), .array(let right)):
        guard left.count == right.count else { return false }
        pairs.append(contentsOf: zip(left, right))
      case (.object(let left), .object(let right)):
        guard left.count == right.count else { return false }
        if mindingOrder, !zip(left.keys, right.keys).allSatisfy({ $0.utf8.elementsEqual($1.utf8) })
        {
          return false
        }
        for (key, value) in left {
          guard let other = right[key] else { return false }
          pairs.append((value, other))
        }
      default: return false
      }
    }
    return true
  }
}
