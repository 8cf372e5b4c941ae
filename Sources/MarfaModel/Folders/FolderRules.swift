/// What the settings of a folder may say (server-items 14).
///
/// A folder on a device removes and makes files by its settings, so whatever is not known, or could
/// not be done, is refused before it is stored.
package struct FolderRules: Sendable {
  /// The types that are registered, where that is known.
  private let catalog: TypeCatalog?
  /// Who has to follow the search.
  private let scope: FilterScope

  /// Edge types that defaults name at most, and targets of each.
  private static let mostEdges = 100

  /// Judges by a catalog.
  ///
  /// - Parameters:
  ///   - catalog: the types that are registered; `nil` leaves the question to whoever knows them.
  ///   - scope: who has to follow the search.
  package init(_ catalog: TypeCatalog?, filters scope: FilterScope = .server) {
    self.catalog = catalog
    self.scope = scope
  }

  /// Judges settings that a request names.
  ///
  /// - Throws: `validation_error` or `unknown_type`, naming the setting by its path.
  package func judge(_ settings: JSONObject) throws(RuleRefusal) {
    for (name, value) in settings {
      switch name {
      case "title": _ = try Self.text(value, name)
      case "search": try judgeSearch(try Self.object(value, name))
      case "defaults": try judgeDefaults(try Self.object(value, name))
      case "include", "ignore": try Self.judgePatterns(value, name)
      case "first_placement": try judgePlacement(try Self.object(value, name))
      case "removal_threshold": try Self.judgeThreshold(try Self.object(value, name))
      default: throw .validation(path: name, "A folder has no “\(name)”.")
      }
    }
  }

  /// Judges the members of a search, those included that no value here could carry.
  ///
  /// - Throws: as ``judge(_:)``.
  package func judgeSearch(_ search: JSONObject) throws(RuleRefusal) {
    for (name, value) in search {
      let path = "search.\(name)"
      switch name {
      case "types":
        for (place, entry) in try Self.list(value, path).enumerated() {
          try judgeType(try Self.text(entry, "\(path).\(place)"), "\(path).\(place)")
        }
      case "tier": try Self.judgeTier(value, path)
      case "state":
        let states = value.array ?? [value]
        guard !states.isEmpty, states.allSatisfy({ $0 == "active" || $0 == "archived" }) else {
          throw .validation(path: path, "A folder shows active and archived items, no others.")
        }
      case "filter":
        let filter = try Self.text(value, path)
        do {
          _ = try FilterExpression(filter, in: scope)
        } catch {
          throw .validation(path: path, error.message)
        }
      case "beneath": try Self.judgeId(value, path)
      default: throw .validation(path: path, "A search has no “\(name)”.")
      }
    }
  }

  private func judgeDefaults(_ defaults: JSONObject) throws(RuleRefusal) {
    for (name, value) in defaults {
      let path = "defaults.\(name)"
      switch name {
      case "type": try judgeType(try Self.text(value, path), path)
      case "tier": try Self.judgeTier(value, path)
      case "properties": _ = try Self.object(value, path)
      case "tags":
        let tags = try Self.list(value, path).map { entry throws(RuleRefusal) in
          try Self.text(entry, path)
        }
        _ = try TagRules.replacing(with: tags, path: path)
      case "edges": try judgeEdges(try Self.object(value, path), path)
      default: throw .validation(path: path, "Defaults have no “\(name)”.")
      }
    }
  }

  private func judgeEdges(_ edges: JSONObject, _ path: String) throws(RuleRefusal) {
    guard edges.count <= Self.mostEdges else {
      throw .validation(path: path, "Defaults name at most \(Self.mostEdges) types of edges.")
    }
    for (type, value) in edges {
      let place = "\(path).\(type)"
      let isKnown = catalog.map { $0.edgeDefinition(type) != nil } ?? true
      guard isKnown, type != EdgeRules.inFolder else {
        throw .validation(path: place, "New files cannot have edges of the type \(type).")
      }
      let targets = try Self.list(value, place)
      guard targets.count <= Self.mostEdges else {
        throw .validation(path: place, "Defaults name at most \(Self.mostEdges) items here.")
      }
      for target in targets { try Self.judgeId(target, place) }
    }
  }

  private func judgePlacement(_ placement: JSONObject) throws(RuleRefusal) {
    for (type, value) in placement {
      let path = "first_placement.\(type)"
      try judgeType(type, path)
      let directory = try Self.text(value, path)
      // The folder itself is a place for files, unlike for the path of one.
      guard directory != "", directory != "." else { continue }
      if let fault = FolderPath.fault(in: directory + "/file") {
        throw .validation(path: path, fault)
      }
    }
  }

  private func judgeType(_ type: String, _ path: String) throws(RuleRefusal) {
    if let refusal = TypeId.refusal(of: type, path: path) { throw refusal }
    guard !TypeId.isSystem(type) else {
      throw .validation(path: path, "Items of the type \(type) are not for folders.")
    }
    guard catalog?.isKnown(type) ?? true else {
      var refusal = RuleRefusal.unknownType(type)
      refusal.details = RuleRefusal.validation(path: path, refusal.message).details
      refusal.details?["type"] = .string(type)
      throw refusal
    }
  }

  private static func judgePatterns(_ value: JSONValue, _ name: String) throws(RuleRefusal) {
    for (place, entry) in try list(value, name).enumerated() {
      guard let pattern = entry.string, !pattern.isEmpty else {
        throw .validation(path: "\(name).\(place)", "A pattern is a text that is not empty.")
      }
    }
  }

  private static func judgeThreshold(_ threshold: JSONObject) throws(RuleRefusal) {
    for (name, value) in threshold {
      let path = "removal_threshold.\(name)"
      switch name {
      case "files":
        guard let files = value.integer, files >= 0 else {
          throw .validation(path: path, "“files” is a whole number from 0.")
        }
      case "fraction":
        guard let fraction = value.number, (0...1).contains(fraction) else {
          throw .validation(path: path, "“fraction” is a number from 0 to 1.")
        }
      default: throw .validation(path: path, "A threshold has no “\(name)”.")
      }
    }
  }

  private static func judgeTier(_ value: JSONValue, _ path: String) throws(RuleRefusal) {
    guard value.string.flatMap(Tier.init(rawValue:)) != nil else {
      throw .validation(path: path, "A tier is library or feed.")
    }
  }

  private static func judgeId(_ value: JSONValue, _ path: String) throws(RuleRefusal) {
    guard let id = value.string, UUIDv7.isValid(id) else {
      throw .validation(path: path, "“\(path)” must name an item by its id.")
    }
  }

  private static func text(_ value: JSONValue, _ path: String) throws(RuleRefusal) -> String {
    guard let text = value.string, !text.utf8.contains(0) else {
      throw .validation(path: path, "“\(path)” must be a text.")
    }
    return text
  }

  private static func list(_ value: JSONValue, _ path: String) throws(RuleRefusal) -> [JSONValue] {
    guard let list = value.array else {
      throw .validation(path: path, "“\(path)” must be a list.")
    }
    return list
  }

  private static func object(_ value: JSONValue, _ path: String) throws(RuleRefusal) -> JSONObject {
    guard let object = value.object else {
      throw .validation(path: path, "“\(path)” must be an object.")
    }
    return object
  }
}
