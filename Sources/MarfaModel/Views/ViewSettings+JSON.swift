extension ViewSettings {
  /// The names of the settings among the properties of a `system.view`.
  package enum Name {
    package static let title = "title"
    package static let search = "search"
    package static let sort = "sort"
    package static let groupBy = "group_by"
  }

  /// Reads the properties of a `system.view`.
  ///
  /// - Throws: ``MarfaError/decoding(message:)`` for a setting that can't be read: the view would
  ///   show something else than was saved.
  package init(decoding properties: JSONObject) throws(MarfaError) {
    self.init(title: properties[Name.title]?.string)
    let reading = SettingReading(owner: "view")
    if let value = properties[Name.search], !value.isNull {
      search = try FolderSearch(decoding: try reading.object(value, Name.search))
    }
    if let value = properties[Name.sort], !value.isNull {
      guard let field = value.object?["field"]?.string.flatMap(SortField.init),
        let direction = value.object?["direction"]?.string.flatMap(SortDirection.init)
      else { throw reading.unreadable(Name.sort) }
      sort = Sort(field: field, direction: direction)
    }
    if let value = properties[Name.groupBy], !value.isNull {
      guard let object = value.object, let grouping = ViewGrouping(decoding: object) else {
        throw reading.unreadable(Name.groupBy)
      }
      groupBy = grouping
    }
  }

  /// The settings as the properties of a `system.view`.
  package var properties: JSONObject {
    var properties = JSONObject()
    if let title { properties[Name.title] = .string(title) }
    properties[Name.search] = .object(search.json)
    properties[Name.sort] = .object(sort.json)
    if let groupBy { properties[Name.groupBy] = .object(groupBy.json) }
    return properties
  }

  /// Refuses settings that could never be shown.
  ///
  /// - Throws: ``MarfaError/validation(code:message:)`` with `validation_error`.
  package func judge() throws(MarfaError) {
    try search.judge()
    switch groupBy {
    case .property(let name) where name.isEmpty, .edge(let name) where name.isEmpty:
      throw .validation(code: "validation_error", message: "What to group by has no name.")
    case .property, .edge, .tag, .type, nil: return
    }
  }
}

extension Sort {
  /// The order as it is stored.
  package var json: JSONObject {
    ["field": .string(field.rawValue), "direction": .string(direction.rawValue)]
  }
}

extension ViewGrouping {
  /// Reads a stored grouping; `nil` for one that is not known here.
  package init?(decoding object: JSONObject) {
    let name = object["name"]?.string
    switch object["by"]?.string ?? "" {
    case "property":
      guard let name else { return nil }
      self = .property(name)
    case "edge":
      guard let name else { return nil }
      self = .edge(name)
    case "tag": self = .tag
    case "type": self = .type
    default: return nil
    }
  }

  /// The grouping as it is stored.
  package var json: JSONObject {
    switch self {
    case .property(let name): ["by": "property", "name": .string(name)]
    case .edge(let name): ["by": "edge", "name": .string(name)]
    case .tag: ["by": "tag"]
    case .type: ["by": "type"]
    }
  }
}
