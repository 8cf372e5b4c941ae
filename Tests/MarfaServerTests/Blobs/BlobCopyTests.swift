import Foundation
import MarfaEngine
import MarfaHTTP
import MarfaModel
import MarfaSQL
import Resilience
import Testing

@testable import MarfaServer

/// Where the bytes of files lie, and whether they still are what they were (events-blobs-keys 5).
@Suite("Copies of bytes")
struct BlobCopyTests {
  private func checker(_ bench: ServerBench, _ struck: Lock<[String]> = Lock([])) -> BlobChecker {
    BlobChecker(
      database: bench.core.database, folder: bench.core.blobs.folder, clock: bench.clock
    ) { hash in struck.withLock { $0.append(hash.text) } }
  }

  private func file(_ bench: ServerBench, _ hash: String) throws -> URL {
    bench.core.blobs.folder.file(of: try #require(BlobHash(hash)))
  }

  private func locations(_ bench: ServerBench, _ hash: String) async throws -> [JSONObject] {
    try await bench.send("GET", "/blobs/\(hash)/locations").data
  }

  private func stores(_ bench: ServerBench) async throws -> [JSONObject] {
    try await bench.send("GET", "/blobs/stores").data
  }

  @Test("the folder is listed as a store, and an upload as its copy, which keeps its times")
  func lists() async throws {
    let bench = try await ServerBench()
    let answer = try await bench.send("GET", "/blobs/stores")
    #expect(answer.json["min_copies"] == 1)
    let store = try #require(answer.data.first)
    #expect(answer.data.count == 1 && store["kind"] == "disk" && store["policy"] == "all")
    #expect(store["detached_at"] == .null)
    let hash = try await bench.upload("a")
    let copy = try #require(try await locations(bench, hash).first)
    #expect(copy["store_id"] == store["id"] && copy["detached"] == false)
    #expect(copy["verified_at"] == .null && copy["kind"] == "disk")
    bench.clock.advance(by: .seconds(60))
    try await bench.upload("a")
    #expect(try await locations(bench, hash) == [copy])
  }

  @Test("stores are for those who manage bytes, locations for those who read them")
  func grants() async throws {
    let bench = try await ServerBench()
    let hash = try await bench.upload("a")
    _ = try await bench.create("core.note", ["body": .string(hash)])
    bench.key("reader", types: ["core.note": .read])
    bench.key("tasks", types: ["core.task": .read])
    bench.key("nobody", types: [:])
    let id = try await stores(bench).first?["id"]?.string ?? ""
    for (method, path) in [
      ("GET", "/blobs/stores"), ("DELETE", "/blobs/x/locations/\(id)"),
    ] {
      let answer = try await bench.send(method, path, as: "reader")
      #expect(answer.verdict == "403 forbidden")
      #expect(answer.details?["required_scope"] == "blobs.manage")
    }
    let path = "/blobs/\(hash)/locations"
    #expect(try await bench.send("GET", path, as: "reader").data.count == 1)
    for (path, key, verdict) in [
      (path, "tasks", "404 blob_not_found"), (path, "nobody", "403 type_not_permitted"),
      ("/blobs/x/locations", "nobody", "403 type_not_permitted"),
      ("\(path)?x=1", "reader", "400 validation_error"),
      ("/blobs/x/locations", "reader", "400 validation_error"),
      ("/blobs/\(bench.hash(of: "b"))/locations", "reader", "404 blob_not_found"),
    ] {
      #expect(try await bench.send("GET", path, as: key).verdict == verdict, "\(path) \(key)")
    }
  }

  @Test("the last copy is not dropped, and what is no copy is told by its own code")
  func drops() async throws {
    let bench = try await ServerBench()
    let hash = try await bench.upload("a")
    let id = try await stores(bench).first?["id"]?.string ?? ""
    for (path, verdict) in [
      ("/blobs/x/locations/\(id)", "400 validation_error"),
      ("/blobs/\(bench.hash(of: "b"))/locations/\(id)", "404 blob_not_found"),
      ("/blobs/\(hash)/locations/\(bench.newId())", "404 blob_location_not_found"),
      ("/blobs/\(hash)/locations/\(id)", "409 copies_below_minimum"),
    ] {
      #expect(try await bench.send("DELETE", path).verdict == verdict, "\(path)")
    }
    let refused = try await bench.send("DELETE", "/blobs/\(hash)/locations/\(id)")
    #expect(refused.details?["live"] == 1 && refused.details?["min_copies"] == 1)
    #expect(try await bench.read(hash, as: "owner") == "200")
    #expect(try await locations(bench, hash).count == 1)
  }

  @Test("a check notes whole bytes, and stops serving those that changed or are gone")
  func checks() async throws {
    let bench = try await ServerBench()
    let (whole, changed, gone) = (
      try await bench.upload("whole"), try await bench.upload("other"),
      try await bench.upload("lost")
    )
    // Of the same length, so that only reading them tells.
    try Data("0ther".utf8).write(to: try file(bench, changed))
    try FileManager.default.removeItem(at: try file(bench, gone))
    let struck = Lock<[String]>([])
    let result = try await checker(bench, struck).run()
    #expect(result == BlobChecker.Result(verified: 1, struck: 2, bytes: 14))
    #expect(Set(struck.withLock { $0 }) == [changed, gone])
    #expect(try await locations(bench, whole).first?["verified_at"] != .null)
    for hash in [changed, gone] {
      #expect(try await locations(bench, hash).isEmpty)
      #expect(try await bench.read(hash, as: "owner") == "404 blob_not_found")
    }
    // Brought again, they are what they were.
    try await bench.upload("other")
    #expect(try await bench.read(changed, as: "owner") == "200")
    #expect(try await locations(bench, changed).first?["verified_at"] == .null)
    #expect(try await checker(bench).run().struck == 0)
  }

  @Test("what was never checked comes first, then what was longest ago; a run ends at its bounds")
  func order() async throws {
    let bench = try await ServerBench()
    let hashes = [try await bench.upload("aaaa"), try await bench.upload("bbbb")]
    let first = try await checker(bench).run(most: 1)
    #expect(first == BlobChecker.Result(verified: 1, bytes: 4))
    bench.clock.advance(by: .seconds(1))
    let second = try await checker(bench).run(most: 1)
    #expect(second.verified == 1)
    var times: [String] = []
    for hash in hashes.sorted() {
      times.append(try await locations(bench, hash).first?["verified_at"]?.string ?? "")
    }
    #expect(times[0] < times[1] && times[0] != "")
    bench.clock.advance(by: .seconds(1))
    // The second would pass the bound; the first alone may.
    #expect(try await checker(bench).run(bytes: 5) == BlobChecker.Result(verified: 1, bytes: 4))
    #expect(try await checker(bench).run(bytes: 1) == BlobChecker.Result(verified: 1, bytes: 4))
    var later: [String] = []
    for hash in hashes.sorted() {
      later.append(try await locations(bench, hash).first?["verified_at"]?.string ?? "")
    }
    #expect(later[0] > times[1] && later[1] > times[1])
  }

  @Test(
    "a folder with its marker is the same store again; without one it is new, and holds what is whole in it"
  )
  func markers() async throws {
    let bench = try await ServerBench()
    let blobs = bench.core.blobs
    let (kept, cut) = (try await bench.upload("kept"), try await bench.upload("cut"))
    let marker = blobs.folder.url.appendingPathComponent(BlobStore.markerFile)
    let before = try await stores(bench)
    try await blobs.attach(to: bench.core.database, now: bench.clock.unixMilliseconds)
    #expect(try await stores(bench) == before)

    let text = try Data(contentsOf: marker)
    try FileManager.default.removeItem(at: marker)
    try Data("c".utf8).write(to: try file(bench, cut))
    bench.clock.advance(by: .seconds(1))
    try await blobs.attach(to: bench.core.database, now: bench.clock.unixMilliseconds)
    let after = try await stores(bench)
    #expect(after.count == 2 && after[0]["id"] == before[0]["id"])
    #expect(after[0]["detached_at"] != .null && after[1]["detached_at"] == .null)
    #expect(after[0]["attached_at"] == before[0]["attached_at"])
    #expect(try await locations(bench, kept).map { $0["detached"] } == [true, false])
    #expect(try await locations(bench, cut).map { $0["detached"] } == [true])
    #expect(try await bench.read(kept, as: "owner") == "200")
    #expect(try await bench.read(cut, as: "owner") == "404 blob_not_found")

    try text.write(to: marker)
    try Data("cut".utf8).write(to: try file(bench, cut))
    try await blobs.attach(to: bench.core.database, now: bench.clock.unixMilliseconds)
    #expect(try await stores(bench).map { $0["detached_at"] == .null } == [true, false])
    #expect(try await bench.read(cut, as: "owner") == "200")
  }

  @Test("a file that could not be removed is removed by a later run, and keeps no other")
  func removesLater() async throws {
    let bench = try await ServerBench()
    let cleaner = BlobCleaner(
      database: bench.core.database, folder: bench.core.blobs.folder, clock: bench.clock)
    let (stuck, other) = (try await bench.upload("stuck"), try await bench.upload("other"))
    _ = try await cleaner.run()
    bench.clock.advance(by: Tuning.orphanGrace * 2)
    // A folder in its place can't be unlinked, whoever runs this.
    let place = try file(bench, stuck)
    try FileManager.default.removeItem(at: place)
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
    #expect(try await cleaner.run().purged == 2)
    #expect(bench.blobFiles == [String(stuck.dropFirst(7))])
    #expect(try await bench.read(other, as: "owner") == "404 blob_not_found")
    try FileManager.default.removeItem(at: place)
    try Data("stuck".utf8).write(to: place)
    #expect(try await cleaner.run() == BlobCleaner.Result(reported: 0, purged: 0))
    #expect(bench.blobFiles.isEmpty)
  }
}
