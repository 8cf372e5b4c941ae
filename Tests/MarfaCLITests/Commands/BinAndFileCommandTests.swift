import Foundation
import MarfaModel
import Testing

@testable import MarfaCLI

@Suite("Commands for the bin and for files")
struct BinAndFileCommandTests {
  @Test("an item goes to the bin, is listed there, comes back, and is destroyed for good")
  func bin() async throws {
    let bench = try CommandBench()
    try await bench.serving { server in
      let made = await bench.run(
        ["items", "create", "--type", "core.note", "--title", "Bread", "--body", "flour", "--json"]
          + server)
      let id = try #require(made.json?.object?["item"]?.object?["id"]?.string)
      let empty = await bench.run(["items", "bin"] + server)
      #expect(empty.status == 0 && empty.out.contains("The bin is empty"))
      let stale = await bench.run(["items", "delete", id, "--version", "9"] + server)
      #expect(stale.status == 1)
      #expect(await bench.run(["items", "delete", id, "--version", "1"] + server).status == 0)
      let listed = await bench.run(["items", "bin"] + server)
      #expect(listed.out.contains(id) && listed.out.contains("Bread"))
      #expect(await bench.run(["items", "get", id] + server).status == 1)
      #expect(await bench.run(["items", "restore", id] + server).status == 0)
      #expect(await bench.run(["items", "restore", id] + server).status == 1)
      #expect(await bench.run(["items", "purge", id] + server).status == 1, "it is not in the bin")
      #expect(await bench.run(["items", "delete", id] + server).status == 0)
      let purged = await bench.run(["items", "purge", id, "--json"] + server)
      #expect(purged.status == 0)
      #expect(purged.json == ["ok": true])
      #expect(await bench.run(["items", "bin", "--json"] + server).json == [])
      #expect(await bench.run(["items", "purge", "x"] + server).status == 2)
    }
  }

  @Test("a file goes to the server and comes back the same; an unknown hash leaves no file behind")
  func files() async throws {
    let bench = try CommandBench()
    try await bench.serving { server in
      let folder = try TemporaryFolder()
      let bytes = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
      let file = folder.url.appending(path: "picture.png")
      try bytes.write(to: file)
      let put = await bench.run(
        ["blobs", "put", file.path, "--mime-type", "image/png", "--json"] + server)
      #expect(put.status == 0, "\(put)")
      let hash = try #require(put.json?.object?["hash"]?.string)
      #expect(put.json?.object?["size_bytes"] == .integer(300_000))
      #expect(put.json?.object?["mime_type"] == "image/png")
      let copy = folder.url.appending(path: "copy.png")
      let got = await bench.run(["blobs", "get", hash, "--to", copy.path] + server)
      #expect(got.status == 0, "\(got)")
      #expect(try Data(contentsOf: copy) == bytes)
      let none = folder.url.appending(path: "none.png")
      let unknown = "sha256:" + String(repeating: "0", count: 64)
      let missing = await bench.run(["blobs", "get", unknown, "--to", none.path] + server)
      #expect(missing.status == 1)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
      #expect(Set(names) == ["picture.png", "copy.png"])
      for arguments in [
        ["blobs", "get", hash], ["blobs", "put"], ["blobs", "put", none.path],
        ["blobs", "get", "short", "--to", none.path],
      ] {
        let status = await bench.run(arguments + server).status
        #expect(status == (arguments.contains("short") ? 1 : 2), "\(arguments)")
      }
    }
  }
}
