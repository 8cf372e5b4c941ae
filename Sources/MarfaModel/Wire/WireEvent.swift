/// What one frame of the event stream says.
///
/// The frame's own id stands outside: it is the place in the log, and only log events have one.
public enum WireEvent: Sendable, Hashable {
  /// An item was made or changed.
  case item(WireItemEvent)
  /// An item was destroyed for good; it is shown as it stood.
  case itemPurged(WireItem)
  /// An edge was made, changed or removed.
  case edge(WireEdgeEvent)
  /// The log's newest id when the stream was opened.
  case streamCursor(cursor: Int64, instanceId: String?)
  /// Everything up to the cursor was replayed; `nil` where the server could not tell.
  case streamLive(cursor: Int64?, instanceId: String?)
  /// The stream ends early. `cursor` is the last event that was sent on it.
  case streamIncomplete(reason: String, cursor: Int64?)
  /// The log no longer reaches back to the cursor that was asked for.
  case catchupTooOld(minRetainedId: Int64?, requested: Int64?)
  /// The log ends before the cursor that was asked for.
  case cursorAhead(requested: Int64?, head: Int64?)
  /// What the reader may see changed in a way that the log cannot tell.
  case readViewChanged
  /// Something of a later version: it is skipped, and the cursor goes past it.
  case unknown(name: String)

  /// The name of the event.
  public var name: String {
    switch self {
    case .item(let event): event.kind.rawValue
    case .itemPurged: "item.purged"
    case .edge(let event): event.kind.rawValue
    case .streamCursor: "stream_cursor"
    case .streamLive: "stream_live"
    case .streamIncomplete: "stream_incomplete"
    case .catchupTooOld: "catchup_too_old"
    case .cursorAhead: "cursor_ahead"
    case .readViewChanged: "read_view_changed"
    case .unknown(let name): name
    }
  }

  /// Reads a frame's data.
  ///
  /// - Parameters:
  ///   - object: the data.
  ///   - name: the frame's own event name, for data that does not repeat it.
  /// - Throws: ``MarfaError/decoding(message:)`` naming the member.
  public init(decoding object: JSONObject, name: String? = nil) throws(MarfaError) {
    let reader = WireReader(object, path: "event")
    guard let name = object["event_type"]?.string ?? object["type"]?.string ?? name else {
      throw reader.unreadable("event_type")
    }
    if let kind = WireItemEvent.Kind(rawValue: name) {
      self = .item(try WireItemEvent(kind: kind, decoding: reader))
      return
    }
    if let kind = WireEdgeEvent.Kind(rawValue: name) {
      self = .edge(try WireEdgeEvent(kind: kind, decoding: reader))
      return
    }
    switch name {
    case "item.purged":
      self = .itemPurged(try WireItem(decoding: try reader.object("item")))
    case "stream_cursor":
      self = .streamCursor(
        cursor: try reader.cursor("cursor"),
        instanceId: try reader.optionalString("instance_id"))
    case "stream_live":
      self = .streamLive(
        cursor: try reader.optionalCursor("cursor"),
        instanceId: try reader.optionalString("instance_id"))
    case "stream_incomplete":
      self = .streamIncomplete(
        reason: try reader.string("reason"), cursor: try reader.optionalCursor("cursor"))
    case "catchup_too_old":
      self = .catchupTooOld(
        minRetainedId: try reader.optionalCursor("min_retained_id"),
        requested: try reader.optionalCursor("requested"))
    case "cursor_ahead":
      self = .cursorAhead(
        requested: try reader.optionalCursor("requested"),
        head: try reader.optionalCursor("head"))
    case "read_view_changed": self = .readViewChanged
    default: self = .unknown(name: name)
    }
  }

  /// The frame's data as it is sent. Cursors are sent as their digits.
  public var json: JSONObject {
    var object: JSONObject = ["event_type": .string(name)]
    func digits(_ cursor: Int64?) -> JSONValue { cursor.map { .string(String($0)) } ?? .null }
    switch self {
    case .item(let event): event.write(into: &object)
    case .itemPurged(let item): object["item"] = .object(item.json)
    case .edge(let event): event.write(into: &object)
    case .streamCursor(let cursor, let instanceId):
      object["cursor"] = digits(cursor)
      if let instanceId { object["instance_id"] = .string(instanceId) }
    case .streamLive(let cursor, let instanceId):
      object["cursor"] = digits(cursor)
      if let instanceId { object["instance_id"] = .string(instanceId) }
    case .streamIncomplete(let reason, let cursor):
      object["reason"] = .string(reason)
      object["cursor"] = digits(cursor)
    case .catchupTooOld(let minRetainedId, let requested):
      object["min_retained_id"] = digits(minRetainedId)
      object["requested"] = digits(requested)
    case .cursorAhead(let requested, let head):
      object["requested"] = digits(requested)
      object["head"] = digits(head)
    case .readViewChanged, .unknown: break
    }
    return object
  }
}
