import MarfaModel
import Testing

/// What the frames of the event stream say.
@Suite struct WireEventTests {
  private static let edge = """
    {"id":"e","source_id":"s","target_id":"t","edge_type":"references","properties":{"k":1},\
    "version":2,"created_at":"2026-03-01T08:00:00.000Z","updated_at":"2026-03-01T08:00:00.000Z"}
    """
  private static let item = """
    {"id":"i","type":"core.note","properties":{},"state":"trashed","tier":"feed","version":1,\
    "schema_version":1,"source":"device","occurred_at":"2026-03-01T08:00:00.000Z",\
    "created_at":"2026-03-01T08:00:00.000Z","updated_at":"2026-03-01T08:00:00.000Z",\
    "trashed_by_cascade":true,"trashed_with":"p"}
    """
  private static let frames: [String] = [
    #"{"event_type":"item.created","item":"# + item + "}",
    #"{"event_type":"item.deleted","item":"# + item + #","listed":true}"#,
    #"{"event_type":"item.restored","item":"# + item + #","restored_with":"p"}"#,
    #"{"event_type":"item.state_changed","item":"# + item + "}",
    #"{"event_type":"item.updated","item":"# + item + "}",
    #"{"event_type":"item.purged","item":"# + item + "}",
    #"{"event_type":"metadata.changed","item":"# + item
      + #","metadata":{"item_id":"i","tags":["a"],"extensions":{}}}"#,
    #"{"event_type":"edge.created","edge":"# + edge + #","source_type":"core.note"}"#,
    #"{"event_type":"edge.updated","edge":"# + edge + #","source_type":"core.note"}"#,
    #"{"event_type":"edge.deleted","edge":"# + edge
      + #","source_type":"core.note","purged_with":"p"}"#,
    #"{"event_type":"stream_cursor","cursor":"0","instance_id":"x"}"#,
    #"{"event_type":"stream_live","cursor":"9223372036854775807"}"#,
    #"{"event_type":"stream_live","cursor":null,"instance_id":"x"}"#,
    #"{"event_type":"stream_incomplete","reason":"server_stopping","cursor":"7"}"#,
    #"{"event_type":"stream_incomplete","reason":"reader_behind","cursor":null}"#,
    #"{"event_type":"catchup_too_old","min_retained_id":"12","requested":"3"}"#,
    #"{"event_type":"cursor_ahead","requested":"9","head":"4"}"#,
    #"{"event_type":"read_view_changed"}"#,
  ]

  @Test("every frame reads and is written back byte for byte", arguments: frames)
  func roundTrip(frame: String) throws {
    let event = try WireEvent(decoding: JSONObject(json: frame))
    #expect(try event.json.json() == frame)
  }

  @Test("every kind of event is named by what it says")
  func names() throws {
    for kind in WireItemEvent.Kind.allCases {
      let object = try JSONObject(json: #"{"item":"# + Self.item + "}")
      #expect(try WireEvent(decoding: object, name: kind.rawValue).name == kind.rawValue)
    }
    for kind in WireEdgeEvent.Kind.allCases {
      let object = try JSONObject(json: #"{"edge":"# + Self.edge + "}")
      let event = try WireEvent(decoding: object, name: kind.rawValue)
      #expect(event.name == kind.rawValue)
      guard case .edge(let edge) = event else { continue }
      #expect(edge.sourceType == nil)
    }
  }

  @Test("cursors come as numbers, as floats and as digits")
  func cursors() throws {
    for cursor in [7, .number(7), "7"] as [JSONValue] {
      #expect(
        try WireEvent(decoding: ["type": "stream_cursor", "cursor": cursor])
          == .streamCursor(cursor: 7, instanceId: nil))
    }
    for cursor in ["", "07", "+7", "-1", " 7", "7.0", "9223372036854775808", "x"] {
      #expect(EventCursor.parse(cursor) == nil)
    }
    #expect(EventCursor.parse("0") == 0)
    #expect(EventCursor.parse("9223372036854775807") == .max)
    for cursor in [-1, .number(1.5), .null, true] as [JSONValue] {
      #expect(throws: MarfaError.self) {
        try WireEvent(decoding: ["event_type": "stream_cursor", "cursor": cursor])
      }
    }
  }

  @Test("an event of a later version is kept by name, an event without any name is refused")
  func unknown() throws {
    #expect(
      try WireEvent(decoding: ["event_type": "item.dreamt", "item": 1])
        == .unknown(name: "item.dreamt"))
    #expect(throws: MarfaError.self) { try WireEvent(decoding: ["cursor": 1]) }
    #expect(throws: MarfaError.self) {
      try WireEvent(decoding: ["event_type": "item.created", "item": [:]])
    }
  }
}
