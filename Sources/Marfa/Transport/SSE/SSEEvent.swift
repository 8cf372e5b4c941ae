/// One block of an event stream.
public struct SSEEvent: Sendable, Hashable {
  /// The id of this block, `nil` when it names none; an earlier block's id does not carry over.
  public let id: String?
  /// The name of the event, `nil` when the block names none.
  public let name: String?
  /// The data: its lines joined by line feeds.
  public let data: [UInt8]

  /// Makes an event.
  public init(id: String? = nil, name: String? = nil, data: [UInt8]) {
    self.id = id
    self.name = name
    self.data = data
  }
}
