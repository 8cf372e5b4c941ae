/// A place in the log of a copy's changes, to go on from later.
///
/// It can be kept across launches: it is one short text when it is encoded. A mark of another
/// store, or one that the log no longer reaches back to, is answered as "everything may have
/// changed".
public struct ChangeMark: Sendable, Hashable, Codable {
  /// The log that it belongs to.
  let log: String
  /// The last change before it.
  let place: Int64

  init(log: String, place: Int64) {
    self.log = log
    self.place = place
  }

  /// Reads a mark as it was kept.
  ///
  /// - Throws: `DecodingError` for a text that is no mark.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    let parts = text.split(separator: ".", maxSplits: 1)
    guard parts.count == 2, let place = Int64(parts[1]), place >= 0 else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "This is no mark of a change log.")
    }
    self.init(log: String(parts[0]), place: place)
  }

  /// Writes the mark as one text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode("\(log).\(place)")
  }
}
