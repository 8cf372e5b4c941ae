/// Reads an event stream: bytes in as they come, frames out as soon as they are whole.
///
/// A pure value. Where the bytes are cut makes no difference to the frames. Lines end with a line
/// feed, a carriage return, or both; a blank line ends a block; the end of the stream ends both.
/// A block without a data line is no event and leaves nothing behind. (The format: the HTML
/// standard, section 9.2.6.)
public struct SSEParser: Sendable {
  /// The longest line, its ending included, in bytes: 67,108,864.
  public static let maximumLineBytes = 67_108_864

  private let limit: Int
  private var line: [UInt8] = []
  private var data: [UInt8] = []
  private var hasData = false
  private var id: String?
  private var name: String?
  private var skipsLineFeed = false
  private var isFirstLine = true
  private var failure: SSEParseError?

  /// Makes a parser at the beginning of a stream.
  ///
  /// - Parameter maximumLineBytes: the longest line, its ending included, and the most data of
  ///   one block.
  public init(maximumLineBytes: Int = SSEParser.maximumLineBytes) {
    limit = max(maximumLineBytes, 1)
  }

  /// Takes the next bytes.
  ///
  /// - Parameter bytes: what came, cut anywhere.
  /// - Returns: the frames that are now whole, in their order.
  /// - Throws: ``SSEParseError``; frames that were whole in the same bytes are lost with it, so a
  ///   cursor kept from earlier frames stays right. From then on every call throws it again.
  public mutating func push(_ bytes: some Collection<UInt8>) throws(SSEParseError) -> [SSEFrame] {
    if let failure { throw failure }
    var frames: [SSEFrame] = []
    var rest = bytes[...]
    if skipsLineFeed, let first = rest.first {
      skipsLineFeed = false
      if first == Self.lineFeed { rest.removeFirst() }
    }
    while let end = rest.firstIndex(where: { $0 == Self.lineFeed || $0 == Self.carriageReturn }) {
      try append(rest[..<end], ending: 1)
      let isReturn = rest[end] == Self.carriageReturn
      rest = rest[rest.index(after: end)...]
      if isReturn {
        if rest.isEmpty {
          skipsLineFeed = true
        } else if rest.first == Self.lineFeed {
          rest.removeFirst()
        }
      }
      try endLine(&frames)
    }
    try append(rest, ending: 0)
    return frames
  }

  /// Takes the end of the stream, which closes the last line and the last block.
  ///
  /// - Returns: what was still open, empty when nothing was.
  /// - Throws: ``SSEParseError``.
  public mutating func finish() throws(SSEParseError) -> [SSEFrame] {
    if let failure { throw failure }
    var frames: [SSEFrame] = []
    if !line.isEmpty { try endLine(&frames) }
    endBlock(&frames)
    skipsLineFeed = false
    return frames
  }

  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")
  private static let colon = UInt8(ascii: ":")
  private static let space = UInt8(ascii: " ")

  private mutating func append(
    _ bytes: some Collection<UInt8>, ending: Int
  ) throws(SSEParseError) {
    guard line.count + bytes.count + ending <= limit else { throw fail(.lineTooLong) }
    line.append(contentsOf: bytes)
  }

  private mutating func fail(_ error: SSEParseError) -> SSEParseError {
    failure = error
    line = []
    data = []
    return error
  }

  private mutating func endLine(_ frames: inout [SSEFrame]) throws(SSEParseError) {
    defer { line.removeAll(keepingCapacity: line.capacity <= 65_536) }
    var content = line[...]
    if isFirstLine {
      isFirstLine = false
      if content.starts(with: [0xEF, 0xBB, 0xBF]) { content = content.dropFirst(3) }
    }
    guard let first = content.first else { return endBlock(&frames) }
    if first == Self.colon {
      frames.append(.comment(String(decoding: content.dropFirst(), as: UTF8.self)))
      return
    }
    let end = content.firstIndex(of: Self.colon) ?? content.endIndex
    var value = content[end...].dropFirst()
    if value.first == Self.space { value = value.dropFirst() }
    try take(field: content[..<end], value)
  }

  private mutating func take(
    field: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>
  ) throws(SSEParseError) {
    if field.elementsEqual("data".utf8) {
      guard data.count + value.count + 1 <= limit else { throw fail(.blockTooLong) }
      if hasData { data.append(Self.lineFeed) }
      data.append(contentsOf: value)
      hasData = true
    } else if field.elementsEqual("id".utf8) {
      if !value.contains(0) { id = String(decoding: value, as: UTF8.self) }
    } else if field.elementsEqual("event".utf8) {
      name = value.isEmpty ? nil : String(decoding: value, as: UTF8.self)
    }
    // `retry` is not honoured: when to come back is decided here, not by the server. Other fields
    // are ignored, as the format asks.
  }

  private mutating func endBlock(_ frames: inout [SSEFrame]) {
    if hasData { frames.append(.event(SSEEvent(id: id, name: name, data: data))) }
    data = []
    hasData = false
    id = nil
    name = nil
  }
}
