import MarfaModel

/// A frame of the event stream, as a copy understands it.
enum StreamFrame: Sendable {
  /// An event of the log, with its place in it.
  case event(id: Int64, WireEvent)
  /// A frame without a place: a marker, or the reason why the stream ends.
  case control(WireEvent)
  /// A comment; it only breaks the silence.
  case comment

  /// Reads a frame.
  ///
  /// - Throws: `decoding` for an event whose payload or id cannot be read.
  init(_ frame: SSEFrame) throws {
    switch frame {
    case .comment: self = .comment
    case .event(let event):
      let wire = try WireEvent(decoding: try JSONObject(bytes: event.data), name: event.name)
      switch wire {
      case .item, .itemPurged, .edge, .unknown:
        guard let text = event.id else {
          // Only a control frame of a newer server comes without a place; it is passed over.
          guard case .unknown = wire else {
            throw MarfaError.decoding(message: "An event of the server has no id.")
          }
          self = .comment
          return
        }
        guard let id = EventCursor.parse(text) else {
          throw MarfaError.decoding(message: "An event of the server has no readable id.")
        }
        self = .event(id: id, wire)
      case .streamCursor, .streamLive, .streamIncomplete, .catchupTooOld, .cursorAhead,
        .readViewChanged:
        self = .control(wire)
      }
    }
  }
}
