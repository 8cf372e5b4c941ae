import Testing

@testable import MarfaModel

/// The settings of folders, one by one (server-items 14).
@Suite("Settings of folders")
struct FolderRulesTests {
  private static let id = "0197a3c2-5b11-7c3e-9d20-6a1f0e4b7c55"

  private func verdict(_ settings: JSONObject) -> String {
    do {
      try FolderRules(.shipped).judge(settings)
      return "fine"
    } catch {
      let errors = error.details?["errors"]?.array?.first?.object
      return "\(error.code) \(errors?["path"]?.string ?? "-")"
    }
  }

  @Test("settings that a folder can follow are taken")
  func fine() {
    let settings: [JSONObject] = [
      [:], ["title": "Notes"],
      [
        "search": [
          "types": ["core.note", "core.file"], "tier": "feed", "state": ["active", "archived"],
          "filter": "properties.rating gte 4", "beneath": .string(Self.id),
        ]
      ],
      ["search": ["state": "archived", "types": []]],
      [
        "defaults": [
          "type": "core.note", "tier": "library", "properties": ["a": 1], "tags": ["t"],
          "edges": ["references": [.string(Self.id)]],
        ]
      ],
      ["include": ["*.md"], "ignore": []],
      ["first_placement": ["core.note": "notes", "core.task": "", "core.file": "a/../b/./"]],
      ["removal_threshold": ["files": 0, "fraction": 0.25]],
      ["removal_threshold": ["fraction": 1]],
    ]
    for one in settings { #expect(verdict(one) == "fine", "\(one)") }
  }

  @Test("a setting that is not known or cannot be followed is refused by its path")
  func refused() {
    let ids = JSONValue.array([JSONValue](repeating: .string(Self.id), count: 101))
    let cases: [(JSONObject, String)] = [
      (["revoked_at": "x"], "validation_error revoked_at"),
      (["title": 1], "validation_error title"),
      (["search": "x"], "validation_error search"),
      (["search": ["limit": 1]], "validation_error search.limit"),
      (["search": ["types": "core.note"]], "validation_error search.types"),
      (["search": ["types": ["note"]]], "validation_error search.types.0"),
      (["search": ["types": ["core.note", "core.*"]]], "validation_error search.types.1"),
      (["search": ["types": ["system.view"]]], "validation_error search.types.0"),
      (["search": ["types": ["shop.order"]]], "unknown_type search.types.0"),
      (["search": ["tier": "all"]], "validation_error search.tier"),
      (["search": ["state": ["trashed"]]], "validation_error search.state"),
      (["search": ["state": []]], "validation_error search.state"),
      (["search": ["filter": "properties."]], "validation_error search.filter"),
      (["search": ["beneath": "x"]], "validation_error search.beneath"),
      (["defaults": ["type": "shop.order"]], "unknown_type defaults.type"),
      (["defaults": ["tier": 1]], "validation_error defaults.tier"),
      (["defaults": ["state": "active"]], "validation_error defaults.state"),
      (["defaults": ["tags": [""]]], "validation_error defaults.tags"),
      (["defaults": ["properties": []]], "validation_error defaults.properties"),
      (["defaults": ["edges": ["nothing": []]]], "validation_error defaults.edges.nothing"),
      (["defaults": ["edges": ["in-folder": []]]], "validation_error defaults.edges.in-folder"),
      (["defaults": ["edges": ["about": ["x"]]]], "validation_error defaults.edges.about"),
      (["defaults": ["edges": ["about": ids]]], "validation_error defaults.edges.about"),
      (["include": "*"], "validation_error include"),
      (["ignore": ["a", ""]], "validation_error ignore.1"),
      (["first_placement": ["core.note": "/a"]], "validation_error first_placement.core.note"),
      (["first_placement": ["core.note": "C:/a"]], "validation_error first_placement.core.note"),
      (["first_placement": ["core.note": "a\\b"]], "validation_error first_placement.core.note"),
      (["first_placement": ["core.note": "a\0"]], "validation_error first_placement.core.note"),
      (["first_placement": ["core.note": ".."]], "validation_error first_placement.core.note"),
      (
        ["first_placement": ["core.note": "a/../.."]],
        "validation_error first_placement.core.note"
      ),
      (["first_placement": ["shop.order": "a"]], "unknown_type first_placement.shop.order"),
      (["removal_threshold": ["files": -1]], "validation_error removal_threshold.files"),
      (["removal_threshold": ["fraction": 1.01]], "validation_error removal_threshold.fraction"),
      (["removal_threshold": ["days": 1]], "validation_error removal_threshold.days"),
    ]
    for (settings, expected) in cases { #expect(verdict(settings) == expected, "\(settings)") }
  }
}
