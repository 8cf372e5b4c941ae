import Marfa
import Resilience
import Testing

@Suite("SSEParser") struct SSEParserTests {
  private func frames(_ text: String) throws -> [SSEFrame] {
    var parser = SSEParser()
    return try parser.push(Array(text.utf8)) + parser.finish()
  }

  private func event(_ data: String, id: String? = nil, name: String? = nil) -> SSEFrame {
    .event(SSEEvent(id: id, name: name, data: Array(data.utf8)))
  }

  @Test("a block gives one event with its id, name and data")
  func block() throws {
    let frames = try frames("id: 7\nevent: item.created\ndata: {\"a\":1}\n\n")
    #expect(frames == [event("{\"a\":1}", id: "7", name: "item.created")])
  }

  @Test("data lines are joined by line feeds, and one leading space is stripped")
  func data() throws {
    #expect(try frames("data: a\ndata:b\ndata:  c\ndata\n\n") == [event("a\nb\n c\n")])
    #expect(try frames("data\n\n") == [event("")])
    #expect(try frames("data:\n\n") == [event("")])
  }

  @Test("a block without data is no event and leaks nothing into the next")
  func noData() throws {
    #expect(try frames("id: 7\nevent: x\n\ndata: a\n\n") == [event("a")])
    #expect(try frames("\n\n\n").isEmpty)
  }

  @Test("an id does not carry over to the next block")
  func idPerBlock() throws {
    #expect(try frames("id: 7\ndata: a\n\ndata: b\n\n") == [event("a", id: "7"), event("b")])
  }

  @Test("an id that holds NUL is ignored, an empty one is kept")
  func nul() throws {
    #expect(try frames("id: 7\nid: 8\0\ndata: a\n\n") == [event("a", id: "7")])
    #expect(try frames("id\ndata: a\n\n") == [event("a", id: "")])
  }

  @Test("comments are told at once, also within a block")
  func comments() throws {
    var parser = SSEParser()
    #expect(try parser.push(Array(": ping\n".utf8)) == [.comment(" ping")])
    #expect(try parser.push(Array("data: a\n:\n".utf8)) == [.comment("")])
    #expect(try parser.push(Array("\n".utf8)) == [event("a")])
  }

  @Test(
    "lines end with LF, CR or CRLF, also mixed",
    arguments: ["\n", "\r", "\r\n"])
  func endings(ending: String) throws {
    let text = "id: 1\(ending)data: a\(ending)data: b\(ending)\(ending)data: c\(ending)\(ending)"
    #expect(try frames(text) == [event("a\nb", id: "1"), event("c")])
    #expect(try frames("data: a\r\ndata: b\rdata: c\n\r\n") == [event("a\nb\nc")])
  }

  @Test("an event ended by CR is told without waiting for what follows")
  func promptCarriageReturn() throws {
    var parser = SSEParser()
    #expect(try parser.push(Array("data: a\r\r".utf8)) == [event("a")])
    #expect(try parser.push(Array("\ndata: b\r\n\r".utf8)) == [event("b")])
  }

  @Test("the end of the stream closes the last line and the last block, once")
  func end() throws {
    #expect(try frames("data: a\n\ndata: b") == [event("a"), event("b")])
    #expect(try frames("data: a\n\nid: 9") == [event("a")])
    var parser = SSEParser()
    _ = try parser.push(Array("data: a".utf8))
    #expect(try parser.finish() == [event("a")])
    #expect(try parser.finish().isEmpty)
  }

  @Test("other fields and retry are ignored, names count exactly")
  func otherFields() throws {
    #expect(try frames("retry: 5\nDATA: x\n data: y\ndatas: z\ndata: a\n\n") == [event("a")])
    #expect(try frames("event: x\nevent:\ndata: a\n\n") == [event("a")])
  }

  @Test("a byte order mark is dropped at the beginning of the stream and nowhere else")
  func byteOrderMark() throws {
    #expect(try frames("\u{FEFF}data: a\n\n\u{FEFF}data: b\n\n") == [event("a")])
  }

  @Test("bytes that are not UTF-8 are kept in data and replaced in names")
  func notUTF8() throws {
    var parser = SSEParser()
    let bytes = Array("event: ".utf8) + [0xFF] + Array("\ndata: ".utf8) + [0xFE, 0x0A, 0x0A]
    #expect(
      try parser.push(bytes) == [.event(SSEEvent(name: "\u{FFFD}", data: [0xFE]))])
  }

  @Test("a line of exactly the limit with its ending is taken, one byte more is refused for good")
  func lineLimit() throws {
    let limit = 16
    var parser = SSEParser(maximumLineBytes: limit)
    let fits = "data: " + String(repeating: "x", count: limit - 7)
    #expect(try parser.push(Array((fits + "\n\n").utf8)).count == 1)
    let long = Array((fits + "x\n").utf8)
    #expect(throws: SSEParseError.lineTooLong) { try parser.push(long) }
    #expect(throws: SSEParseError.lineTooLong) { try parser.push([0x0A]) }
    #expect(throws: SSEParseError.lineTooLong) { try parser.finish() }
  }

  @Test("a line without an end is refused as soon as it passes the limit, byte by byte as well")
  func endlessLine() {
    var parser = SSEParser(maximumLineBytes: 100)
    var taken = 0
    #expect(throws: SSEParseError.lineTooLong) {
      while taken < 1_000 {
        _ = try parser.push([0x78])
        taken += 1
      }
    }
    #expect(taken == 100)
  }

  @Test("many data lines of one block are bounded together")
  func blockLimit() {
    var parser = SSEParser(maximumLineBytes: 100)
    #expect(throws: SSEParseError.blockTooLong) {
      for _ in 0..<200 { _ = try parser.push(Array("data: 0123456789\n".utf8)) }
    }
  }

  @Test("the default limit is 67,108,864 bytes")
  func defaultLimit() throws {
    #expect(SSEParser.maximumLineBytes == 67_108_864)
  }

  private static let sample =
    "\u{FEFF}: connected\r\n\r\nid: 1\r\nevent: item.created\ndata: {\"title\": \"Größe\"}\r"
    + "data: second 🌍\n\n:\rid: 2\rdata\r\rid: x\0y\ndata: a\r\n\r\nevent: none\n\ndata: last"

  @Test("cut into two at any byte, the frames are the same")
  func cutInTwo() throws {
    let bytes = Array(Self.sample.utf8)
    let whole = try frames(Self.sample)
    #expect(whole.count == 6)
    for cut in 0...bytes.count {
      var parser = SSEParser()
      let parts = try parser.push(bytes[..<cut]) + parser.push(bytes[cut...]) + parser.finish()
      #expect(parts == whole, "cut at \(cut)")
    }
  }

  @Test("cut anywhere any number of times, random bytes of the format give the same frames")
  func cutAnywhere() throws {
    let alphabet = Array("data: id: event: \r\n\r\n:\0x\n\n".utf8)
    for seed in 0..<300 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let bytes = (0..<200).map { _ in
        alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
      }
      var one = SSEParser()
      let whole = try one.push(bytes) + one.finish()
      var other = SSEParser()
      var parts: [SSEFrame] = []
      var start = 0
      while start < bytes.count {
        let end = min(start + Int.random(in: 1...7, using: &generator), bytes.count)
        parts += try other.push(bytes[start..<end])
        start = end
      }
      parts += try other.finish()
      #expect(parts == whole, "seed \(seed)")
    }
  }
}
