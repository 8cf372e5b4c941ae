/// What a log record holds, in the order it is written: the encoder writes these and no others.
enum RecordField: String, CaseIterable, Sendable {
  case time = "timeUnixNano"
  case observed = "observedTimeUnixNano"
  case severityNumber
  case severityText
  case body
  case eventName
  case attributes

  /// The attribute of a batch's first record that tells of dropped ones.
  static let dropped = "dropped_records"

  /// What it is and what it is for, as the documentation says it.
  var purpose: String {
    switch self {
    case .time: "when it happened, by the device's clock, in milliseconds. It orders the events."
    case .observed: "the same moment; the format asks for it."
    case .severityNumber: "the level as the format counts it, 1 to 21. The project sorts by it."
    case .severityText: "the level in words, such as `INFO`."
    case .body: "the event's name, fixed in the app's source."
    case .eventName: "the same name; the format marks an event by it."
    case .attributes:
      "what the app adds: names fixed in its source with numbers, truth values or fixed texts."
        + " The first record after some were dropped says how many as `\(Self.dropped)`."
    }
  }
}
