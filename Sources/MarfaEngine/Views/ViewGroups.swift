import MarfaModel
import MarfaSQL

/// Puts the items of a view into groups, inside one transaction.
package struct ViewGroups {
  private let connection: any SQLConnection
  private let catalog: TypeCatalog

  /// Makes the groups of a transaction.
  package init(_ connection: any SQLConnection, _ catalog: TypeCatalog) {
    self.connection = connection
    self.catalog = catalog
  }

  /// The groups of a grouping, those without a value last.
  ///
  /// Values stand in the order that an `enum` field lists them in, else in their own: truth values,
  /// numbers, texts by their bytes, all else by its text.
  ///
  /// - Parameter limit: the most items of each group; `nil` is all.
  package func groups(_ items: [ItemRow], by grouping: ViewGrouping, limit: Int?) throws
    -> [ViewGroup]
  {
    var members: [JSONValue: [Item]] = [:]
    var keys: [JSONValue] = []
    var maker = ItemMaker(catalog)
    for row in items {
      let item = maker.item(row)
      for key in try Self.distinct(values(of: row, grouping)) {
        if members[key] == nil { keys.append(key) }
        let isFull = limit.map { members[key, default: []].count >= $0 } ?? false
        members[key, default: []] += isFull ? [] : [item]
      }
    }
    let listed = listed(grouping, Set(items.map(\.type)))
    let sorted = keys.sorted { left, right in
      let (first, second) = (listed[left] ?? .max, listed[right] ?? .max)
      return first == second ? Self.precedes(left, right) : first < second
    }
    return try sorted.map { key in
      ViewGroup(key: key, title: try title(of: key, grouping), items: members[key] ?? [])
    }
  }

  private func values(of row: ItemRow, _ grouping: ViewGrouping) throws -> [JSONValue] {
    let values: [JSONValue]
    switch grouping {
    case .property(let name):
      let value = row.properties[name] ?? .null
      values = value.array ?? [value]
    case .tag: values = row.tags.map(JSONValue.string)
    case .type: values = [.string(row.type)]
    case .edge(let type):
      values = try EdgeStore(connection).from(row.id, type: type).map { .string($0.targetId) }
    }
    return values.isEmpty ? [.null] : values
  }

  private func title(of key: JSONValue, _ grouping: ViewGrouping) throws -> String? {
    guard let text = key.string else { return nil }
    switch grouping {
    case .property, .tag: return nil
    case .type: return catalog.type(text)?.definition.label
    case .edge: return try ItemStore(connection).get(text)?.item(in: catalog).title
    }
  }

  /// The places of the values that an `enum` field of the types lists.
  private func listed(_ grouping: ViewGrouping, _ types: Set<String>) -> [JSONValue: Int] {
    guard case .property(let name) = grouping else { return [:] }
    var places: [JSONValue: Int] = [:]
    for type in types.sorted() {
      for value in catalog.type(type)?[name]?.enumValues ?? []
      where places[.string(value)] == nil {
        places[.string(value)] = places.count
      }
    }
    return places
  }

  private static func distinct(_ values: [JSONValue]) -> [JSONValue] {
    guard values.count > 1 else { return values }
    var seen = Set<JSONValue>()
    return values.filter { seen.insert($0).inserted }
  }

  private static func precedes(_ left: JSONValue, _ right: JSONValue) -> Bool {
    let (first, second) = (rank(left), rank(right))
    guard first == second else { return first < second }
    if let left = left.number, let right = right.number { return left < right }
    let (leftText, rightText) = (left.string ?? "\(left)", right.string ?? "\(right)")
    return leftText.utf8.lexicographicallyPrecedes(rightText.utf8)
  }

  private static func rank(_ value: JSONValue) -> Int {
    switch value {
    case .bool: 0
    case .integer, .number: 1
    case .string: 2
    case .array, .object: 3
    case .null: 4
    }
  }
}
