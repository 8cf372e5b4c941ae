import MarfaModel
import MarfaTesting
import Resilience
import Testing

@testable import Marfa

@Suite("How a catch-up ends")
struct CatchUpEndTests {
  private static let note = Fixture.item(["title": "A", "body": "Text"], id: id(1))

  private func start(_ bench: CopyBench) async throws -> WorkingCopy {
    bench.server.hold(Self.note)
    return try await bench.hydrated()
  }

  private static func marker(_ name: String, _ cursor: JSONValue, more: JSONObject = [:]) -> String
  {
    var data: JSONObject = ["event_type": .string(name), "cursor": cursor]
    for (name, value) in more { data[name] = value }
    return ScriptedStream.frame(data)
  }

  // MARK: - Expiry

  private static let expiries: [(JSONObject, String)] = [
    (
      ["event_type": "catchup_too_old", "min_retained_id": "50", "requested": "0"],
      "catchup_too_old"
    ),
    (["event_type": "cursor_ahead", "requested": "9", "head": "2"], "cursor_ahead"),
    (["event_type": "read_view_changed"], "read_view_changed"),
    (["event_type": "stream_live", "cursor": nil], "catchup_too_old"),
    (["event_type": "stream_cursor", "cursor": "0", "instance_id": "other"], "instance_changed"),
    (["event_type": "stream_live", "cursor": "0", "instance_id": "other"], "instance_changed"),
  ]

  @Test(
    "a copy that the server's log cannot bring up to date expires with the reason, and keeps its rows",
    arguments: expiries)
  func expires(_ frame: JSONObject, _ reason: String) async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    try await copy.items.update(id(1), Edit(properties: ["title": "Mine"], baseVersion: 1))
    bench.server.door("GET /events") { _ in
      .stream(ScriptedStream(ScriptedStream.frame(frame)))
    }
    let error = await thrown { try await copy.catchUp() }
    #expect(error?.code() == "copy_expired" && error?.serverCode == reason)
    #expect(error?.needsHydration == true)
    let status = try await copy.status()
    #expect(status.hydration == .expired && status.eventCursor == nil && status.items == 1)
    // Every call that needs a whole copy says the same from now on.
    for call in Self.calls(copy) {
      let later = await thrown(call)
      #expect(later?.code() == "copy_expired" && later?.serverCode == reason)
    }
    #expect(try await copy.queue.all().count == 1)
    bench.server.openDoors()
    try await copy.hydrate(types: ["core.note"], tier: .library)
    #expect(try await copy.items.get(id(1))?.title == "Mine")
    await copy.close()
  }

  private static func calls(_ copy: WorkingCopy) -> [@Sendable () async throws -> Void] {
    [
      { _ = try await copy.items.list() }, { _ = try await copy.items.get(id(1)) },
      { _ = try await copy.edges.from(id(1)) }, { _ = try await copy.search("a") },
      { _ = try await copy.catchUp() }, { _ = try await copy.queue.drain() },
      { _ = try await copy.items.delete(id(1)) },
    ]
  }

  @Test(
    "a log that ends behind the copy's cursor expires it",
    arguments: ["stream_cursor", "stream_live"])
  func logBehind(_ name: String) async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    bench.server.set { $0.head = 30 }
    try await copy.catchUp()
    bench.server.door("GET /events") { _ in .stream(ScriptedStream(Self.marker(name, "29"))) }
    #expect(await thrown { try await copy.catchUp() }?.serverCode == "cursor_ahead")
    await copy.close()
  }

  @Test("another instance at the address expires the copy before any event is taken")
  func otherInstance() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    bench.server.set { $0.instance = "instance-2" }
    #expect(await thrown { try await copy.catchUp() }?.serverCode == "instance_changed")
    #expect(bench.transport.lines == ["GET /"])
    await copy.close()
  }

  @Test("a copy that was never loaded has no cursor; a closed one is closed first")
  func neverLoaded() async throws {
    let bench = try CopyBench()
    let copy = try await bench.open()
    #expect(await thrown { try await copy.catchUp() }?.code() == "no_cursor")
    #expect(bench.transport.requests.isEmpty)
    await copy.close()
    #expect(await thrown { try await copy.catchUp() }?.code() == "closed")
  }

  // MARK: - Breaking off

  @Test("a stream that ends before everything was sent is incomplete; the copy stays complete")
  func endsEarly() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    for ending in [
      ScriptedStream(Self.marker("stream_cursor", "5"), ends: true), Self.cut(),
      ScriptedStream(Self.marker("stream_incomplete", "0", more: ["reason": "server_stopping"])),
    ] {
      bench.server.door("GET /events") { _ in .stream(ending) }
      let error = await thrown { try await copy.catchUp() }
      #expect(error?.code() == "stream_incomplete" && error?.isTransient == true)
      #expect(try await copy.status().hydration == .complete)
    }
    #expect(try await copy.items.list().count == 1)
    await copy.close()
  }

  private static func cut() -> ScriptedStream {
    let stream = ScriptedStream(marker("stream_cursor", "5"))
    stream.cut()
    return stream
  }

  @Test("an event that is cut off at the end of the stream is none; the cursor stays before it")
  func cutWithinEvent() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    bench.server.door("GET /events") { _ in
      .stream(ScriptedStream("id: 4\ndata: {\"event_type\":\"item.upd", ends: true))
    }
    #expect(await thrown { try await copy.catchUp() }?.code() == "stream_incomplete")
    #expect(try await copy.status().eventCursor == "0")
    await copy.close()
  }

  /// A catch-up that has opened its stream and waits for the first frame.
  private func hanging(_ bench: CopyBench) async throws -> (
    copy: WorkingCopy, stream: ScriptedStream, call: Task<Void, any Error>
  ) {
    let copy = try await start(bench)
    let stream = ScriptedStream()
    bench.server.door("GET /events") { _ in .stream(stream) }
    let call = Task { _ = try await copy.catchUp() }
    await bench.clock.waitForTimer(of: .seconds(15))
    return (copy, stream, call)
  }

  @Test("total silence ends it: 15 s before a frame, 10 s before an event, 3 s after one (R163)")
  func silence() async throws {
    let bench = try CopyBench()
    let (copy, stream, call) = try await hanging(bench)
    bench.clock.advance(by: .seconds(14))
    stream.comment("connected")
    await bench.clock.waitForTimer(of: .seconds(10))
    bench.clock.advance(by: .seconds(9))
    stream.comment()
    // A comment starts the same patience again.
    await bench.clock.waitForTimer(of: .seconds(10))
    let event = WireEvent.item(
      WireItemEvent(
        kind: .updated, item: WireItem(Self.note), metadata: WireMetadata(itemId: id(1), tags: [])))
    stream.send(event.json, id: 1)
    await bench.clock.waitForTimer(of: .seconds(3))
    bench.clock.advance(by: .milliseconds(2_900))
    stream.comment()
    await bench.clock.waitForTimer(of: .seconds(3))
    bench.clock.advance(by: .seconds(3))
    let error = await thrown { try await call.value }
    #expect(error?.code() == "stream_incomplete")
    #expect(stream.isLetGo)
    #expect(try await copy.status().eventCursor == "1")
    await copy.close()
  }

  @Test("a stream that only pings is given up after two minutes")
  func pingsOnly() async throws {
    let bench = try CopyBench()
    let (copy, stream, call) = try await hanging(bench)
    for _ in 0..<15 {
      await stream.taken()
      #expect(!stream.isLetGo)
      bench.clock.advance(by: .seconds(8))
      stream.comment()
    }
    #expect(await thrown { try await call.value }?.code() == "stream_incomplete")
    await copy.close()
  }

  @Test("bytes of an event that is not whole yet break the silence too")
  func slowEvent() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    let stream = ScriptedStream()
    bench.server.door("GET /events") { _ in .stream(stream) }
    let call = Task { try await copy.catchUp() }
    let event = WireEvent.item(
      WireItemEvent(
        kind: .updated, item: WireItem(Self.note), metadata: WireMetadata(itemId: id(1), tags: [])))
    let bytes = Array(ScriptedStream.frame(event.json, id: 1).utf8)
    await bench.clock.waitForTimer(of: .seconds(15))
    for part in [bytes[..<20], bytes[20..<40], bytes[40..<60]] {
      await stream.taken()
      bench.clock.advance(by: .seconds(14))
      stream.send(Array(part))
    }
    stream.send(Array(bytes[60...]))
    stream.send(Self.marker("stream_live", "1"))
    #expect(try await call.value.applied == 1)
    await copy.close()
  }

  @Test(
    "a refusal of the stream is the call's error, whatever came before",
    arguments: [
      (ScriptedAnswer.unreachable, "network"), (.refusal(401, "invalid_key"), "unauthorized"),
      (.refusal(403, "forbidden"), "forbidden"), (.refusal(503, "unavailable"), "server"),
      (.answer(502, []), "unnamed_answer"), (.answer(401, []), "unnamed_answer"),
      (.answer(302, [("Location", "https://x.example")]), "redirect"),
      (.answer(200, [("X-Marfa-Contract", "1")]), "contract_mismatch"),
      (.answer(200, []), "contract_mismatch"),
      (.json(["data": []]), "decoding"), (.answer(204), "decoding"),
    ])
  func refused(_ answer: ScriptedAnswer, _ code: String) async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    bench.server.door("GET /events") { _ in answer }
    #expect(await thrown { try await copy.catchUp() }?.code() == code)
    #expect(try await copy.status().hydration == .complete)
    await copy.close()
  }

  // MARK: - Cancellation

  @Test(
    "a cancelled catch-up throws canceled, whatever it waits for, and keeps the cursor it reached",
    arguments: ["GET /", "GET /types", "GET /events", "GET /items/\(id(2))/edges"])
  func cancelled(_ line: String) async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    bench.server.publish(.metadataChanged, Self.note)
    bench.server.publish(.updated, Fixture.item(["body": "B"], id: id(2), version: 2))
    bench.server.door(line) { _ in .stall }
    let call = Task { _ = try await copy.catchUp() }
    await bench.transport.waitFor(line)
    call.cancel()
    #expect(await thrown { try await call.value }?.code() == "canceled")
    let status = try await copy.status()
    #expect(status.hydration == .complete)
    #expect(status.eventCursor == (line.hasSuffix("edges") ? "1" : "0"))
    bench.server.openDoors()
    #expect(try await copy.catchUp().reachedHead)
    await copy.close()
  }

  @Test("a catch-up that is cancelled while the stream is silent throws canceled at once")
  func cancelledInSilence() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    let stream = ScriptedStream()
    bench.server.door("GET /events") { _ in .stream(stream) }
    let call = Task { _ = try await copy.catchUp() }
    await bench.clock.waitForTimer(of: .seconds(15))
    call.cancel()
    #expect(await thrown { try await call.value }?.code() == "canceled")
    await stream.letGo()
    await copy.close()
  }

  @Test(
    "a catch-up that is cancelled at sixty moments completes or throws canceled, nothing else (R159)"
  )
  func cancelledAnywhere() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    var cancelled = 0
    for round in 0..<60 {
      bench.server.publish(
        .updated, Fixture.item(["body": "B"], id: id(1), version: Int64(2 + round)))
      let call = Task { _ = try await copy.catchUp() }
      for _ in 0..<round { await Task.yield() }
      call.cancel()
      do {
        try await call.value
      } catch {
        #expect((error as? MarfaError)?.code() == "canceled")
        cancelled += 1
      }
      #expect(try await copy.status().hydration == .complete)
    }
    try await copy.catchUp()
    #expect(try await copy.items.get(id(1))?.version == 61)
    #expect(cancelled > 0)
    await copy.close()
  }
}
