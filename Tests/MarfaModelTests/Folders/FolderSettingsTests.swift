import Testing

@testable import MarfaModel

/// The settings of folders as values, which both ends store alike (sdk-api 11).
@Suite("Settings of folders as values")
struct FolderSettingsTests {
  private static let id = "0197a3c2-5b11-7c3e-9d20-6a1f0e4b7c55"
  private static let whole = FolderSettings(
    title: "Notes",
    search: FolderSearch(
      types: ["core.note"], tier: .feed, states: [.archived], filter: "properties.n gte 1",
      beneath: id),
    defaults: FolderDefaults(
      type: "core.note", tier: .feed, properties: ["b": 1, "a": [true]], tags: ["x"],
      edges: ["references": [id], "about": []]),
    include: ["*.md"], ignore: ["tmp/"], firstPlacement: ["core.task": "t", "core.note": ""],
    removalThreshold: RemovalThreshold(files: 3, fraction: 0.5))

  @Test("settings survive the way to their stored form and back")
  func roundTrips() throws {
    for settings in [Self.whole, FolderSettings(), FolderSettings(title: "")] {
      #expect(try FolderSettings(decoding: settings.json) == settings)
    }
    #expect(FolderSettings().json.isEmpty)
    #expect(
      Self.whole.json["first_placement"]
        == ["core.note": "", "core.task": "t"])
    try FolderRules(.shipped).judge(Self.whole.json)
  }

  @Test("a change says the settings that it names, the empty ones too, and leaves the others")
  func changes() {
    let change = FolderSettingsChange(search: FolderSearch(), ignore: [], firstPlacement: [:])
    #expect(change.json == ["search": [:], "ignore": [], "first_placement": [:]])
    var expected = Self.whole
    expected.search = FolderSearch()
    expected.ignore = []
    expected.firstPlacement = [:]
    #expect(change.applied(to: Self.whole) == expected)
    #expect(FolderSettingsChange().json.isEmpty)
    #expect(FolderSettingsChange().applied(to: Self.whole) == Self.whole)
  }

  @Test("a stored setting of another shape is not read as if it weren't there")
  func unreadable() {
    let cases: [JSONObject] = [
      ["title": 1], ["search": "all"], ["search": ["tier": "attic"]], ["defaults": []],
      ["defaults": ["type": 1]], ["defaults": ["tags": "x"]], ["defaults": ["edges": ["a": "b"]]],
      ["include": "*"], ["ignore": [1]], ["first_placement": ["core.note": 1]],
      ["removal_threshold": ["files": -1]], ["removal_threshold": ["fraction": "x"]],
    ]
    for properties in cases {
      #expect(throws: MarfaError.self, "\(properties)") {
        try FolderSettings(decoding: properties)
      }
    }
    #expect(throws: Never.self) {
      try FolderSettings(decoding: ["revoked_at": "2026-01-01", "title": .null])
    }
  }

  @Test("a device refuses what no folder could follow, and leaves to the server what is registered")
  func judged() {
    func verdict(_ settings: FolderSettings) -> String {
      do {
        try FolderSettings.judge(settings.json, for: settings, in: .shipped)
        return "fine"
      } catch {
        return error.code()
      }
    }
    let fine: [FolderSettings] = [
      Self.whole, FolderSettings(search: FolderSearch(types: ["shop.order"])),
      FolderSettings(defaults: FolderDefaults(edges: ["sold-to": [Self.id]])),
      // Which types it lies under isn't known here.
      FolderSettings(
        search: FolderSearch(types: ["core.note"]), defaults: FolderDefaults(type: "shop.note")),
      FolderSettings(defaults: FolderDefaults(tier: .library)),
      FolderSettings(
        search: FolderSearch(types: ["core.file"]),
        defaults: FolderDefaults(type: "core.file.image")),
    ]
    for settings in fine { #expect(verdict(settings) == "fine", "\(settings)") }
    let bad: [FolderSettings] = [
      FolderSettings(search: FolderSearch(types: ["note"])),
      FolderSettings(search: FolderSearch(types: ["core.*"])),
      FolderSettings(search: FolderSearch(types: ["system.view"])),
      FolderSettings(search: FolderSearch(states: [])),
      FolderSettings(search: FolderSearch(states: [.trashed])),
      FolderSettings(search: FolderSearch(filter: "nonsense")),
      FolderSettings(search: FolderSearch(filter: "backref[references] exists")),
      FolderSettings(search: FolderSearch(beneath: "x")),
      FolderSettings(defaults: FolderDefaults(tier: .feed)),
      FolderSettings(
        search: FolderSearch(types: ["core.task"]), defaults: FolderDefaults(type: "core.note")),
      FolderSettings(defaults: FolderDefaults(tags: [""])),
      FolderSettings(defaults: FolderDefaults(edges: ["in-folder": [Self.id]])),
      FolderSettings(defaults: FolderDefaults(edges: ["about": ["x"]])),
      FolderSettings(include: [""]), FolderSettings(firstPlacement: ["core.note": "../x"]),
      FolderSettings(removalThreshold: RemovalThreshold(fraction: 2)),
      FolderSettings(removalThreshold: RemovalThreshold(fraction: .nan)),
    ]
    for settings in bad { #expect(verdict(settings) == "invalid", "\(settings)") }
  }
}
