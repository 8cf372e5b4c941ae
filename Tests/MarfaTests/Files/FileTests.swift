import Foundation
import MarfaEngine
import MarfaModel
import MarfaTesting
import Resilience
import Testing

@testable import Marfa

@Suite("Files of a copy")
struct FileTests {
  /// The SHA-256 of `hello`.
  private static let hello =
    "sha256:2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"

  private func file(_ bench: CopyBench, _ name: String, _ text: String = "hello") throws -> URL {
    let url = bench.folder.appending(path: name)
    try Data(text.utf8).write(to: url)
    return url
  }

  // MARK: - Putting

  @Test("a file's bytes are copied beside the store, and their upload is queued under the hash")
  func put() async throws {
    let bench = try CopyBench()
    let copy = try await bench.hydrated()
    let source = try file(bench, "a.PNG")
    let write = try await copy.blobs.put(file: source)
    #expect(write.kind == .uploadBlob && write.blob == Self.hello)
    try Data("changed".utf8).write(to: source)
    #expect(try await copy.blobs.isHeld(Self.hello))
    let held = try await copy.blobs.get(String(Self.hello.dropFirst(7)))
    #expect(try Data(contentsOf: held) == Data("hello".utf8))
    #expect(bench.transport.lines.isEmpty)
    bench.server.door("POST /blobs") { request in
      #expect(request.body == Array("hello".utf8))
      #expect(request.headers["Content-Type"] == "image/png")
      return .json(
        ["hash": .string(Self.hello), "mime_type": "image/png", "size_bytes": 5], status: 201)
    }
    let report = try await copy.queue.drain()
    #expect(report.verdicts.map(\.verdict) == [.accepted])
    await copy.close()
  }

  @Test("what can't be put is refused, and nothing is queued or left behind")
  func putRefusals() async throws {
    let bench = try CopyBench()
    let copy = try await bench.hydrated()
    let empty = try file(bench, "empty", "")
    #expect(await thrown { try await copy.blobs.put(file: empty) }?.code() == "invalid")
    for name in ["no-such-file", ""] {
      let url = bench.folder.appending(path: name)
      #expect(await thrown { try await copy.blobs.put(file: url) }?.code() == "io")
    }
    #expect(try await copy.queue.all().isEmpty)
    let folder = bench.folder.appending(path: "store.blobs").path
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    let reader = try await WorkingCopy.openReader(
      store: bench.store, environment: bench.environment)
    let good = try file(bench, "good")
    #expect(await thrown { try await reader.blobs.put(file: good) }?.code() == "reading_handle")
    await reader.close()
    await copy.close()
  }

  // MARK: - Getting

  private static let link = "https://files.example/f?signature=a%2Fb"

  private func serve(_ bench: CopyBench, _ answer: @escaping @Sendable () -> ScriptedAnswer) {
    bench.server.door("GET /blobs/\(Self.hello)/url") { _ in
      .json(["url": .string(Self.link), "expires_in": 60])
    }
    bench.server.door { $0.url == Self.link ? answer() : nil }
  }

  @Test("bytes that are not held are fetched by a link, without the key, and kept")
  func get() async throws {
    let bench = try CopyBench()
    let copy = try await bench.hydrated()
    serve(bench) { .answer(200, [], body: .bytes(Array("hello".utf8))) }
    let file = try await copy.blobs.get(Self.hello)
    #expect(try Data(contentsOf: file) == Data("hello".utf8))
    let fetch = try #require(bench.transport.requests.last)
    #expect(fetch.url == Self.link && fetch.headers["Authorization"] == nil)
    bench.transport.forget()
    #expect(try await copy.blobs.get(Self.hello) == file)
    #expect(bench.transport.lines.isEmpty)
    await copy.close()
  }

  @Test("other bytes than the hash names are not kept")
  func wrongBytes() async throws {
    let bench = try CopyBench()
    let copy = try await bench.hydrated()
    serve(bench) { .answer(200, [], body: .bytes(Array("hullo".utf8))) }
    #expect(await thrown { _ = try await copy.blobs.get(Self.hello) }?.code() == "decoding")
    #expect(try await copy.blobs.isHeld(Self.hello) == false)
    let folder = bench.folder.appending(path: "store.blobs").path
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    await copy.close()
  }

  @Test("bytes that can't be had are told as absent, with the hash and a reason")
  func absent() async throws {
    let bench = try CopyBench()
    let copy = try await bench.hydrated()
    let reason = { () async -> String? in
      let error = await thrown { _ = try await copy.blobs.get(Self.hello) }
      guard case .bytesAbsent(let hash, let reason, _) = error, hash == Self.hello else {
        Issue.record("\(String(describing: error))")
        return nil
      }
      return reason
    }
    bench.server.door("GET /blobs/\(Self.hello)/url") { _ in .refusal(404, "blob_not_found") }
    #expect(await reason() == "blob_not_found")
    bench.server.door("GET /blobs/\(Self.hello)/url") { _ in .unreachable }
    #expect(await reason() == "unreachable")
    serve(bench) { .answer(403, []) }
    #expect(await reason() == "link_refused")
    serve(bench) { .answer(200, [], body: .cut(after: Array("he".utf8))) }
    #expect(await reason() == "broken_off")
    serve(bench) { .unreachable }
    #expect(await reason() == "broken_off")
    let reader = try await WorkingCopy.openReader(
      store: bench.store, environment: bench.environment)
    #expect(
      await thrown { _ = try await reader.blobs.get(Self.hello) }?.code() == "bytes_absent")
    await reader.close()
    for bad in ["", "sha256:12", Self.hello.uppercased(), "md5:\(Self.hello.dropFirst(7))"] {
      #expect(await thrown { _ = try await copy.blobs.get(bad) }?.code() == "invalid")
      #expect(await thrown { _ = try await copy.blobs.isHeld(bad) }?.code() == "invalid")
    }
    await copy.close()
  }

  @Test("a download that falls silent is given up after a minute, and a slow one is not")
  func silence() async throws {
    let bench = try CopyBench()
    let copy = try await bench.hydrated()
    let stream = ScriptedStream()
    serve(bench) { .answer(200, [], body: .held(stream)) }
    let call = Task { try await copy.blobs.get(Self.hello) }
    await bench.clock.waitForTimer(of: .seconds(60))
    bench.clock.advance(by: .seconds(59))
    stream.send("hel")
    await bench.clock.waitForTimer(of: .seconds(60))
    bench.clock.advance(by: .seconds(60))
    #expect(await thrown { _ = try await call.value }?.code() == "bytes_absent")
    await copy.close()
  }

  @Test("a server that refuses the key or speaks another contract is told as it is")
  func refusedLink() async throws {
    let bench = try CopyBench()
    let copy = try await bench.hydrated()
    let line = "GET /blobs/\(Self.hello)/url"
    bench.server.door(line) { _ in .refusal(401, "unauthorized") }
    #expect(await thrown { _ = try await copy.blobs.get(Self.hello) }?.code() == "unauthorized")
    bench.server.door(line) { _ in .answer(404, [("X-Marfa-Contract", "5")]) }
    #expect(
      await thrown { _ = try await copy.blobs.get(Self.hello) }?.code() == "contract_mismatch")
    bench.server.door(line) { _ in .answer(404, []) }
    #expect(await thrown { _ = try await copy.blobs.get(Self.hello) }?.code() == "unnamed_answer")
    await copy.close()
  }

  // MARK: - Forgetting

  private func hash(_ digit: Character) -> BlobHash {
    // 64 equal digits.
    BlobHash(String(repeating: digit, count: 64))!
  }

  @Test("what was read longest ago goes first, and what is to be kept never does")
  func surplus() {
    let held = ["a", "b", "c", "d"].enumerated().map { place, digit in
      BlobCache.Held(
        hash: hash(Character(digit)), size: 10,
        readAt: Date(timeIntervalSince1970: Double(10 - place)))
    }
    #expect(BlobCache.surplus(held, limit: 40, keeping: []).isEmpty)
    #expect(BlobCache.surplus(held, limit: 25, keeping: []) == [hash("d"), hash("c")])
    #expect(BlobCache.surplus(held, limit: 25, keeping: [hash("d")]) == [hash("c"), hash("b")])
    #expect(BlobCache.surplus(held, limit: 0, keeping: Set(held.map(\.hash))).isEmpty)
  }

  @Test("bytes that are larger than all that is kept are given all the same, and others go")
  func largerThanLimit() async throws {
    let bench = try CopyBench()
    serve(bench) { .answer(200, [], body: .bytes(Array("hello".utf8))) }
    let copy = try await bench.open(keepingBytes: 3)
    try await copy.hydrate(types: ["core.note"], tier: .library)
    let upload = try file(bench, "ab", "ab")
    let hash = try #require(try await copy.blobs.put(file: upload).blob)
    bench.server.door("POST /blobs") { _ in
      .json(
        ["hash": .string(hash), "mime_type": "application/octet-stream", "size_bytes": 2],
        status: 201)
    }
    try await copy.queue.drain()
    let held = try await copy.blobs.get(Self.hello)
    #expect(try Data(contentsOf: held) == Data("hello".utf8))
    #expect(try await copy.blobs.isHeld(hash) == false)
    await copy.close()
  }

  @Test("what an interrupted process left half written is removed once it is an hour old")
  func sweeps() async throws {
    let bench = try CopyBench()
    let copy = try await bench.openAlone()
    try await copy.blobs.put(file: try file(bench, "a"))
    await copy.close()
    let folder = bench.folder.appending(path: "store.blobs")
    let stray = folder.appending(path: ".incoming-x")
    try Data("half".utf8).write(to: stray)
    for (age, stays) in [(3_500.0, true), (3_700.0, false)] {
      let time = Date(timeIntervalSince1970: Double(bench.clock.unixMilliseconds) / 1_000 - age)
      try FileManager.default.setAttributes(
        [.modificationDate: time], ofItemAtPath: stray.path)
      let again = try await bench.openAlone()
      #expect(FileManager.default.fileExists(atPath: stray.path) == stays)
      #expect(try await again.blobs.isHeld(Self.hello))
      await again.close()
    }
  }
}
