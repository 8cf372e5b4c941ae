import MarfaModel
import Testing

/// Items, edges, metadata and pages on the wire.
@Suite struct WireRowTests {
  private static let item = """
    {"id":"0197a3c2-5b11-7c3e-9d20-6a1f0e4b7c55","type":"core.note",\
    "properties":{"title":"Plan","body":"base"},"state":"active","tier":"library","version":3,\
    "schema_version":1,"source":"device","source_id":"n-1","capture_latitude":48.5,\
    "capture_longitude":-2.25,"occurred_at":"2026-03-01T08:00:00.000Z",\
    "created_at":"2026-03-01T08:00:00.000Z","updated_at":"2026-03-02T08:00:00.000Z",\
    "edges":{"references":{"data":[{"id":"e","source_id":"s","target_id":"t",\
    "edge_type":"references","properties":{},"version":1,\
    "created_at":"2026-03-01T08:00:00.000Z","updated_at":"2026-03-01T08:00:00.000Z"}],\
    "next_cursor":"more"},"parent-of":{"data":[],"next_cursor":null}},"extensions":{"x":{"y":1}}}
    """

  private func decode(_ text: String) throws -> WireItem {
    try WireItem(decoding: JSONObject(json: text))
  }

  @Test("an item reads and is written back byte for byte")
  func roundTrip() throws {
    let item = try decode(Self.item)
    #expect(try item.json.json() == Self.item)
    #expect(item.edges?.map(\.edgeType) == ["references", "parent-of"])
    #expect(item.edges?.first?.page.nextCursor == "more")
  }

  @Test("numbers may come as floats, and what may be absent may be null")
  func lenience() throws {
    var object = try JSONObject(json: Self.item)
    object["version"] = .number(3)
    object["schema_version"] = .number(1)
    for member in ["source_id", "tier", "edges", "extensions", "trashed_with"] {
      object[member] = .null
    }
    object["from_the_future"] = [1]
    let item = try WireItem(decoding: object)
    #expect(item.version == 3 && item.sourceId == nil && item.tier == nil && item.edges == nil)
    object["version"] = .number(3.5)
    #expect(throws: MarfaError.self) { try WireItem(decoding: object) }
  }

  @Test(
    "a member that is missing or of another kind is refused by its name and never its value",
    arguments: [
      "id", "type", "properties", "state", "version", "schema_version", "source", "occurred_at",
      "created_at", "updated_at",
    ])
  func refusals(member: String) throws {
    let secret: JSONValue = ["the person's own words"]
    for value in [nil, secret, .null] as [JSONValue?] {
      var object = try JSONObject(json: Self.item)
      object[member] = value
      let error = #expect(throws: MarfaError.self) { try WireItem(decoding: object) }
      guard case .decoding(let message) = error else {
        Issue.record("another error than decoding")
        return
      }
      #expect(message.contains("item.\(member) ") && !message.contains("person"))
    }
  }

  @Test("a word outside a closed list, a block that is no page and a wrong optional are refused")
  func wrongParts() throws {
    let wrong: [(String, JSONValue)] = [
      ("state", "asleep"), ("tier", "attic"), ("source_id", 7), ("edges", ["references": []]),
      ("edges", ["references": ["data": []]]), ("edges", []), ("capture_latitude", "north"),
      ("trashed_by_cascade", "yes"),
    ]
    for (member, value) in wrong {
      var object = try JSONObject(json: Self.item)
      object[member] = value
      #expect(throws: MarfaError.self, "\(member)") { try WireItem(decoding: object) }
    }
  }

  @Test("an item for apps takes title and text from the fields that its type names")
  func toItem() throws {
    let wire = try decode(Self.item)
    let item = wire.item(tags: ["a"])
    #expect(item.title == "Plan" && item.body == "base" && item.tags == ["a"])
    #expect(wire.item(tags: [], titleField: "body", bodyField: "none").title == "base")
    #expect(wire.item(tags: [], titleField: "body", bodyField: "none").body == nil)
    var back = WireItem(item)
    back.captureLatitude = wire.captureLatitude
    back.captureLongitude = wire.captureLongitude
    back.edges = wire.edges
    back.extensions = wire.extensions
    #expect(back == wire)
  }

  @Test("a row reads with all its marks and without any")
  func rows() throws {
    let metadata = #"{"item_id":"i","tags":["b","a"],"extensions":{}}"#
    let full =
      #"{"item":"# + Self.item + #","metadata":"# + metadata
      + #","acknowledged":true,"listed":false,"conflict_resolution":{"fields":["body"],"#
      + #""strategy":{"body":"keep_both_copies"},"conflicted_copy_id":"c"}}"#
    let row = try WireRow(decoding: JSONObject(json: full))
    #expect(try row.json.json() == full)
    #expect(row.metadata?.tags == ["b", "a"] && row.listed == false)
    let bare = try WireRow(decoding: JSONObject(json: #"{"item":"# + Self.item + "}"))
    #expect(!bare.acknowledged && bare.metadata == nil && bare.listed == nil)
    #expect(throws: MarfaError.self) { try WireRow(decoding: ["metadata": [:]]) }
    #expect(throws: MarfaError.self) {
      try WireMetadata(decoding: ["item_id": "i", "tags": ["a", 1]])
    }
  }

  @Test("a page without next_cursor is no page, an empty page with one is")
  func pages() throws {
    func page(_ text: String) throws -> WirePage<WireMetadata> {
      try WirePage(decoding: JSONObject(json: text), element: WireMetadata.init(decoding:))
    }
    let empty = try page(#"{"data":[],"next_cursor":"x"}"#)
    #expect(empty.data.isEmpty && empty.nextCursor == "x")
    let last = try page(#"{"data":[{"item_id":"i","tags":[]}],"next_cursor":null}"#)
    #expect(last.data.count == 1 && last.nextCursor == nil)
    #expect(
      try last.json(\.json).json()
        == #"{"data":[{"item_id":"i","tags":[],"extensions":{}}],"next_cursor":null}"#)
    for text in [
      #"{"data":[]}"#, #"{"next_cursor":null}"#, #"{"data":[1],"next_cursor":null}"#,
      #"{"data":[],"next_cursor":7}"#, #"{"data":{},"next_cursor":null}"#,
    ] {
      #expect(throws: MarfaError.self, "\(text)") { try page(text) }
    }
  }
}
