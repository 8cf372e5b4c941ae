import MarfaModel

/// Which part of a server's items a copy holds.
struct CopySlice: Sendable, Hashable {
  /// The types, each with all beneath it.
  var types: [String]
  /// The tiers.
  var tier: SliceTier
  /// The edge types held whole, whatever their ends.
  var edgeTypes: [String]

  /// Judges a declaration before anything is asked of the server (working-copy 5).
  ///
  /// - Throws: `MarfaError.invalid` naming what is wrong with it.
  init(declaring types: [String], tier: SliceTier, edgeTypes: [String]) throws(MarfaError) {
    guard !types.isEmpty else {
      throw .invalid(message: "Name at least one type to load.")
    }
    for type in types {
      guard type != "*" else {
        throw .invalid(message: "Name the types to load; * alone is not taken.")
      }
      guard TypePattern(type) != nil else {
        throw .invalid(message: "\(type) is not the name of a type.")
      }
    }
    for edgeType in edgeTypes {
      guard !edgeType.isEmpty, edgeType != "*",
        !edgeType.contains(where: { $0.isWhitespace || $0 == "," })
      else { throw .invalid(message: "An edge type to load has no usable name.") }
    }
    self.types = Self.distinct(types)
    self.tier = tier
    self.edgeTypes = Self.distinct(edgeTypes)
  }

  /// Takes a slice that is known to name types and edge types.
  init(types: [String], tier: SliceTier, edgeTypes: [String]) {
    self.types = types
    self.tier = tier
    self.edgeTypes = edgeTypes
  }

  private static func distinct(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }

  /// Reads a slice that a store holds.
  init?(stored: String) {
    guard let object = try? JSONObject(json: stored),
      let tier = object["tier"]?.string.flatMap(SliceTier.init)
    else { return nil }
    types = object["types"]?.array?.compactMap(\.string) ?? []
    self.tier = tier
    edgeTypes = object["edge_types"]?.array?.compactMap(\.string) ?? []
  }

  /// How a store holds it.
  var stored: String {
    let object: JSONObject = [
      "types": .array(types.map { .string($0) }), "tier": .string(tier.rawValue),
      "edge_types": .array(edgeTypes.map { .string($0) }),
    ]
    return JSONValue.object(object).description
  }
}
