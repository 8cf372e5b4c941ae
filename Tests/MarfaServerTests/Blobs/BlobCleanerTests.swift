import Foundation
import MarfaEngine
import MarfaHTTP
import MarfaModel
import MarfaSQL
import Resilience
import Testing

@testable import MarfaServer

/// Bytes that nothing names (events-blobs-keys 5.4), and what a crash leaves behind.
@Suite("Cleaning of bytes")
struct BlobCleanerTests {
  private func cleaner(_ bench: ServerBench) -> BlobCleaner {
    BlobCleaner(
      database: bench.core.database, folder: bench.core.blobs.folder, clock: bench.clock)
  }

  private func result(_ reported: Int, _ purged: Int) -> BlobCleaner.Result {
    BlobCleaner.Result(reported: reported, purged: purged)
  }

  @Test("bytes go when an earlier run reported them, the grace is over and nothing names them yet")
  func purges() async throws {
    let bench = try await ServerBench()
    let lost = try await bench.upload("lost")
    let kept = try await bench.upload("kept")
    _ = try await bench.create("core.note", ["body": .string(kept)])
    #expect(try await cleaner(bench).run() == result(1, 0))
    let report = try await bench.send("GET", "/blobs/orphans")
    #expect(report.data.map { $0["hash"]?.string } == [lost])
    #expect(report.data.first?["size_bytes"] == 4)
    let time = report.data.first?["reported_at"]
    bench.clock.advance(by: Tuning.orphanGrace)
    #expect(try await cleaner(bench).run() == result(1, 0), "not strictly older yet")
    #expect(try await bench.send("GET", "/blobs/orphans").data.first?["reported_at"] == time)
    bench.clock.advance(by: .milliseconds(1))
    #expect(try await cleaner(bench).run() == result(0, 1))
    #expect(try await bench.read(lost, as: "owner") == "404 blob_not_found")
    #expect(try await bench.read(kept, as: "owner") == "200")
    #expect(bench.blobFiles == [String(kept.dropFirst(7))])
  }

  @Test("an upload and a new reference lift the report, and the grace begins anew with a later one")
  func lifts() async throws {
    let bench = try await ServerBench()
    let hash = try await bench.upload("x")
    _ = try await cleaner(bench).run()
    bench.clock.advance(by: Tuning.orphanGrace * 2)
    try await bench.upload("x")
    #expect(try await bench.send("GET", "/blobs/orphans").data.isEmpty)
    #expect(try await cleaner(bench).run() == result(1, 0))
    bench.clock.advance(by: Tuning.orphanGrace * 2)
    let item = try await bench.create("core.note", ["body": .string(hash)])
    #expect(try await bench.send("GET", "/blobs/orphans").data.isEmpty)
    #expect(try await cleaner(bench).run() == result(0, 0))
    let id = item["id"]?.string ?? ""
    #expect(try await bench.send("DELETE", "/items/\(id)").status == 200)
    #expect(try await cleaner(bench).run() == result(0, 0), "the bin keeps bytes")
    #expect(try await bench.send("POST", "/items/\(id)/purge").status == 200)
    #expect(try await cleaner(bench).run() == result(1, 0))
  }

  @Test("the report is for those who manage bytes")
  func report() async throws {
    let bench = try await ServerBench()
    bench.key("writer", types: ["*": .write])
    let answer = try await bench.send("GET", "/blobs/orphans", as: "writer")
    #expect(answer.verdict == "403 forbidden")
    #expect(answer.details?["required_scope"] == "blobs.manage")
  }

  @Test("what a process left that ended in between is gone when the server starts, the rest stays")
  func leftovers() async throws {
    let bench = try await ServerBench()
    let hash = try await bench.upload("kept")
    let folder = bench.core.blobs.folder
    // Half a body; and a body that was placed before the registry knew of it.
    try Data("half".utf8).write(to: folder.url.appendingPathComponent(".incoming-x"))
    let untold = try #require(BlobHash(bench.hash(of: "untold")))
    try Data("untold".utf8).write(to: folder.file(of: untold))
    try Data().write(to: folder.url.appendingPathComponent("notes.txt"))
    try await bench.core.blobs.clearLeftovers(bench.core.database)
    #expect(Set(bench.blobFiles) == [String(hash.dropFirst(7)), "notes.txt"])
    #expect(try await bench.read(hash, as: "owner") == "200")
  }

  @Test("health tells of a folder that cannot be used, and of none before the first upload")
  func health() async throws {
    let bench = try await ServerBench()
    func storage() async throws -> JSONValue? {
      let answer = try await bench.send("GET", "/health", as: nil)
      return answer.object("components")["blob_storage"]?.object?["status"]
    }
    #expect(try await storage() == "ok")
    try await bench.upload("x")
    #expect(try await storage() == "ok")
    let folder = bench.core.blobs.folder.url
    try FileManager.default.removeItem(at: folder)
    try Data().write(to: folder)
    #expect(try await storage() == "down")
    let answer = try await bench.send("POST", "/blobs", bytes: [1], type: nil)
    #expect(answer.verdict == "500 internal_error")
  }
}
