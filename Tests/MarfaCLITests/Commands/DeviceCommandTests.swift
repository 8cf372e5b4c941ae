import Foundation
import Marfa
import MarfaModel
import MarfaServer
import Resilience
import Testing

@testable import MarfaCLI

@Suite("Working with a copy by hand")
struct DeviceCommandTests {
  @Test("a verb that needs a store ends with 2 where there is none, and makes none")
  func noStore() async throws {
    let bench = try CommandBench()
    for verb in ["items", "search", "queue", "drain", "catch-up", "apply"] {
      let path = bench.path("\(verb).db")
      let outcome = await bench.run("device", "--db", path, verb, "x", "--json")
      #expect(outcome.status == 2)
      #expect(outcome.error?["code"] == "no_store")
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }

  @Test("a copy is loaded, listed, searched offline and caught up")
  func wholeWay() async throws {
    let bench = try CommandBench()
    let db = bench.path("copy.db")
    try await bench.serving { server in
      let make = ["items", "create", "--type", "core.note", "--title", "Bread", "--body", "flour"]
      #expect(await bench.run(make + server).status == 0)
      let loaded = await bench.run(
        ["device", "--db", db, "hydrate", "--type", "core.note", "--edge-type", "references"]
          + ["--json"] + server)
      #expect(loaded.status == 0)
      #expect(loaded.json?.object?["items"] == .integer(1))
      #expect(await bench.run(make + server).status == 0)
      let caught = await bench.run(["device", "--db", db, "catch-up", "--json"] + server)
      #expect(caught.json?.object?["applied"] == .integer(1))
      #expect(caught.json?.object?["reached_head"] == true)
    }
    // From here on there is no server.
    let items = await bench.run("device", "--db", db, "items", "--json")
    #expect(items.json?.array?.count == 2)
    let one = await bench.run("device", "--db", db, "items", "--limit", "1", "--json")
    #expect(one.json?.array?.count == 1)
    let found = await bench.run("device", "--db", db, "search", "FLOU", "--json")
    #expect(found.json?.array?.count == 2)
    let text = await bench.run("device", "--db", db, "search", "flour")
    #expect(text.out.contains("[flour]"))
    let status = await bench.run("device", "--db", db, "status", "--json")
    #expect(status.json?.object?["hydration"] == "complete")
    let queue = await bench.run("device", "--db", db, "queue", "--json")
    #expect(queue.json?.array?.isEmpty == true)
    let state = await bench.run("device", "--db", db, "items", "--state", "gone")
    #expect(state.status == 2)
  }

  @Test("single items are pinned and let go; the bin, the views and what changed are told")
  func singleThings() async throws {
    let bench = try CommandBench()
    let db = bench.path("copy.db")
    try await bench.serving { server in
      let made = await bench.run(
        ["items", "create", "--type", "core.task", "--title", "Call", "--json"] + server)
      let item = made.json?.object?["item"]?.object ?? made.json?.object
      let id = try #require(item?["id"]?.string)
      #expect(
        await bench.run(["device", "--db", db, "hydrate", "--type", "core.note"] + server).status
          == 0)
      let start = await bench.run("device", "--db", db, "changes", "--json")
      let mark = try #require(start.json?.object?["next"]?.string)
      #expect(await bench.run(["device", "--db", db, "pin", id] + server).status == 0)
      #expect(await bench.run("device", "--db", db, "items", "--json").json?.array?.count == 1)
      #expect(await bench.run("device", "--db", db, "unpin", id).status == 0)
      #expect(
        await bench.run("device", "--db", db, "items", "--json").json?.array?.isEmpty == true)
      let changes = await bench.run("device", "--db", db, "changes", "--since", mark, "--json")
      let told = changes.json?.object?["changes"]?.array?.compactMap { $0.object?["about"]?.string }
      #expect(told == ["pinned", "unpinned"])
      let bin = await bench.run(["device", "--db", db, "bin", "--json"] + server)
      #expect(bin.status == 0 && bin.json?.array?.isEmpty == true)
      #expect(await bench.run(["device", "--db", db, "purge", id] + server).status != 0)
    }
    let views = await bench.run("device", "--db", db, "views", "--json")
    #expect(views.json?.array?.isEmpty == true)
    let folders = await bench.run("device", "--db", db, "folders", "--json")
    #expect(folders.json?.array?.isEmpty == true)
    #expect(await bench.run("device", "--db", db, "changes", "--since", "x").status == 2)
    #expect(await bench.run("device", "--db", db, "unpin").status == 2)
  }

  @Test("a drain whose server is down ends with 3 and keeps the writes")
  func undelivered() async throws {
    let bench = try CommandBench()
    let db = bench.path("copy.db")
    let server = try await bench.serving { server in
      let loaded = await bench.run(
        ["device", "--db", db, "hydrate", "--type", "core.note"] + server)
      #expect(loaded.status == 0)
      return server
    }
    try await queue(in: db)
    let outcome = await bench.run(["device", "--db", db, "drain", "--json"] + server)
    #expect(outcome.status == 3)
    #expect(outcome.json?.object?["answered"] == .integer(0))
    #expect(outcome.json?.object?["undelivered"] == .integer(1))
    let queue = await bench.run("device", "--db", db, "queue", "--json")
    #expect(queue.json?.array?.count == 1)
    #expect(queue.json?.array?.first?.object?["verdict"] == .null)
  }

  @Test("loading needs a type that exists and a tier that is one")
  func hydrating() async throws {
    let bench = try CommandBench()
    try await bench.serving { server in
      let db = bench.path("copy.db")
      let none = await bench.run(["device", "--db", db, "hydrate"] + server)
      #expect(none.status == 2)
      let tier = await bench.run(
        ["device", "--db", db, "hydrate", "--type", "core.note", "--tier", "some"] + server)
      #expect(tier.status == 2)
      let unknown = await bench.run(
        ["device", "--db", db, "hydrate", "--type", "core.nothing", "--json"] + server)
      #expect(unknown.status == 1 && unknown.error?["code"] == "unknown_type")
      let early = await bench.run(["device", "--db", db, "drain", "--json"] + server)
      #expect(early.status == 4)
    }
  }

  @Test("a file that is no store ends with 4 or 1, and is left as it is")
  func notAStore() async throws {
    let bench = try CommandBench()
    let path = bench.path("notes.txt")
    let text = String(repeating: "This is no store. ", count: 400)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    let outcome = await bench.run("device", "--db", path, "status", "--json")
    #expect([1, 4].contains(outcome.status))
    #expect(outcome.error?["message"]?.string?.isEmpty == false)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
  }

  @Test("the lines of apply are carried out in order, and a refused one stops nothing")
  func applies() async throws {
    let bench = try CommandBench()
    let db = bench.path("copy.db")
    try await bench.serving { server in
      #expect(
        await bench.run(["device", "--db", db, "hydrate", "--type", "core.note"] + server).status
          == 0)
    }
    let id = UUIDv7Minter.shared.mint(milliseconds: 1_800_000_000_000).text
    let outcome = try await applying(
      [
        #"{"do":"create","id":"\#(id)","type":"core.note","properties":{"body":"b"}}"#, "",
        #"{"do":"explode"}"#, "no json",
        #"{"do":"update","id":"\#(id)","properties":{"title":"T"}}"#,
        #"{"do":"add_tag","id":"\#(id)","tag":"x"}"#, #"{"do":"add_tag","id":"\#(id)"}"#,
        #"{"do":"drain"}"#,
      ], to: db)
    #expect(outcome.status == .usage)
    #expect(outcome.out.map { $0.prefix(6) } == ["queued", "queued", "queued"])
    #expect(outcome.err.count == 4)
    let items = await bench.run("device", "--db", db, "items", "--json")
    let item = items.json?.array?.first?.object
    #expect(item?["item"]?.object?["properties"]?.object?["title"] == "T")
    #expect(item?["metadata"]?.object?["tags"] == ["x"])
  }

  @Test("every word of apply is read, and what is missing or of the wrong kind is named")
  func steps() throws {
    for word in DeviceStep.words {
      let line =
        #"{"do":"\#(word)","id":"i","type":"t","tag":"g","state":"archived","from":"a","to":"b","#
        + #""namespace":"n","base_version":1}"#
      #expect(throws: Never.self) { try DeviceStep(line: line) }
    }
    for (line, says) in [
      (#"{"do":"create"}"#, "“type” is missing"), (#"{"do":"delete","id":7}"#, "must be a string"),
      (#"{"do":"update","id":"i","base_version":"1"}"#, "must be a whole number"),
      (#"{"do":"update","id":"i","properties":[]}"#, "must be an object"),
      (#"{"do":"create","type":"t","tags":["a",1]}"#, "must be an array of strings"),
      (#"{"do":"transition","id":"i","state":"gone"}"#, "must be active"), ("[]", "not a JSON"),
    ] {
      let failure = #expect(throws: CommandFailure.self) { try DeviceStep(line: line) }
      #expect(failure?.message.contains(says) == true)
    }
  }
}

extension DeviceCommandTests {
  /// Queues one write in a copy without a server.
  private func queue(in db: String) async throws {
    let outcome = try await applying(
      [#"{"do":"create","type":"core.note","properties":{"body":"b"}}"#], to: db)
    #expect(outcome.status == .done)
  }

  /// Carries out lines as `apply` does.
  private func applying(_ lines: [String], to db: String) async throws -> (
    status: ExitStatus, out: [String], err: [String]
  ) {
    let written = Lock((out: [String](), err: [String]()))
    let console = Console(
      isJSON: false, out: { line in written.withLock { $0.out.append(line) } },
      err: { line in written.withLock { $0.err.append(line) } })
    let copy = try await WorkingCopy.open(store: URL(filePath: db))
    let rest = Lock(lines[...])
    let status = try await DeviceApply(copy: copy, console: console).run {
      rest.withLock { $0.popFirst() }
    }
    await copy.close()
    return written.withLock { (status, $0.out, $0.err) }
  }
}
