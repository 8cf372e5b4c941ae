import Foundation
import MarfaModel
import MarfaServer
import Testing

@testable import MarfaCLI

@Suite("Commands that speak to a server")
struct ServerCommandTests {
  @Test("an item that was made is listed, shown and found, as text and as JSON")
  func items() async throws {
    let bench = try CommandBench()
    try await bench.serving { server in
      let made = await bench.run(
        ["items", "create", "--type", "core.note", "--title", "Bread", "--body", "flour, water"]
          + ["--properties", #"{"stars":5}"#, "--tag", "food", "--tag", "home", "--json"] + server)
      #expect(made.status == 0)
      let item = try #require(made.json?.object?["item"]?.object)
      let id = try #require(item["id"]?.string)
      #expect(item["properties"]?.object?["stars"] == .integer(5))

      let list = await bench.run(["items", "list", "--tag", "food", "--json"] + server)
      #expect(list.json?.array?.count == 1)
      #expect(
        list.json?.array?.first?.object?["metadata"]?.object?["tags"] == ["food", "home"])
      let text = await bench.run(["items", "list"] + server)
      #expect(text.out.contains(id) && text.out.contains("Bread"))

      let got = await bench.run(["items", "get", id, "--json"] + server)
      #expect(got.json?.object?["item"]?.object?["id"]?.string == id)
      let shown = await bench.run(["items", "get", id] + server)
      #expect(shown.out.contains("title:  Bread"))

      let found = await bench.run(["search", "FLOUR", "--json"] + server)
      #expect(found.json?.array?.count == 1)
      let nothing = await bench.run(["search", "nowhere"] + server)
      #expect(nothing.status == 0 && nothing.out.contains("Nothing was found"))

      let status = await bench.run(["status", "--json"] + server)
      #expect(status.json?.object?["items"]?.object?["active"] == .integer(1))
    }
  }

  @Test("a list longer than a page is read to its end or to the limit")
  func pages() async throws {
    let bench = try CommandBench()
    try await bench.serving { server in
      let folder = try TemporaryFolder()
      for index in 0..<230 { try folder.write("n\(index).md", "# Note \(index)\n") }
      let sent = await bench.run(["import", folder.url.path, "--json"] + server)
      #expect(sent.status == 0)
      #expect(sent.json?.object?["created"] == .integer(230))
      let all = await bench.run(["items", "list", "--limit", "1000", "--json"] + server)
      let ids = (all.json?.array ?? []).compactMap { $0.object?["item"]?.object?["id"]?.string }
      #expect(Set(ids).count == 230 && ids.count == 230)
      let some = await bench.run(["items", "list", "--limit", "201", "--json"] + server)
      #expect(some.json?.array?.count == 201)
    }
  }

  @Test("importing twice changes items in place, and what can't be read ends with 1")
  func imports() async throws {
    let bench = try CommandBench()
    try await bench.serving { server in
      let folder = try TemporaryFolder()
      try folder.write("a.md", "---\ntags: [x]\n---\n# A\n\n[[b]]\n")
      try folder.write("b.md", "# B\n")
      let first = await bench.run(["import", folder.url.path, "--json"] + server)
      #expect(first.status == 0)
      #expect(first.json?.object?["created"] == .integer(2))
      #expect(first.json?.object?["links"] == .integer(1))
      let again = await bench.run(["import", folder.url.path, "--json"] + server)
      #expect(again.json?.object?["created"] == .integer(0))
      #expect(again.json?.object?["updated"] == .integer(2))
      #expect(again.json?.object?["links_held"] == .integer(1))
      try folder.write("bad.md", bytes: [0x61, 0xFF, 0x62])
      let bad = await bench.run(["import", folder.url.path] + server)
      #expect(bad.status == 1)
      #expect(bad.out.contains("bad.md"))
    }
  }

  @Test("a key that was minted works, is listed without its secret, and ends when revoked")
  func keys() async throws {
    let bench = try CommandBench()
    try await bench.serving { server in
      let url = Array(server.prefix(2))
      let made = await bench.run(
        ["keys", "create", "--label", "Reader", "--source", "reader", "--type", "core.*=read"]
          + ["--json"] + server)
      #expect(made.status == 0)
      let id = try #require(made.json?.object?["id"]?.string)
      let secret = try #require(made.json?.object?["key"]?.string)
      let file = bench.path("reader.key")
      try secret.write(toFile: file, atomically: true, encoding: .utf8)
      let list = await bench.run(["keys", "list"] + server)
      #expect(list.out.contains("Reader") && !list.out.contains(secret))

      let read = await bench.run(["items", "list"] + url + ["--key-file", file])
      #expect(read.status == 0)
      let write = await bench.run(
        ["items", "create", "--type", "core.note", "--body", "x", "--json"] + url
          + ["--key-file", file])
      #expect(write.status == 1)
      #expect(write.error?["code"] == "forbidden")

      #expect(await bench.run(["keys", "revoke", id] + server).status == 0)
      let refused = await bench.run(["items", "list", "--json"] + url + ["--key-file", file])
      #expect(refused.status == 5)
      #expect(refused.error?["code"] == "unauthorized")
      #expect(!refused.err.contains(secret))
    }
  }

  @Test("what is not there ends with 1, and a refused input with what the server said")
  func refusals() async throws {
    let bench = try CommandBench()
    try await bench.serving { server in
      let id = UUIDv7Minter.shared.mint(milliseconds: 1_800_000_000_000).text
      let missing = await bench.run(["items", "get", id, "--json"] + server)
      #expect(missing.status == 1 && missing.error?["code"] == "not_found")
      let type = await bench.run(
        ["items", "create", "--type", "core.nothing", "--json"] + server)
      #expect(type.status == 1)
      #expect(type.error?["message"]?.string?.isEmpty == false)
      let filter = await bench.run(["items", "list", "--filter", "((", "--json"] + server)
      #expect(filter.status == 1 && filter.error?["code"] == "validation")
    }
  }

  @Test("a server that is not there ends with 3 and says how to start one")
  func down() async throws {
    let bench = try CommandBench()
    let key = bench.path("some.key")
    try "mk_x".write(toFile: key, atomically: true, encoding: .utf8)
    for command in [["status"], ["items", "list"], ["search", "x"], ["keys", "list"]] {
      let outcome = await bench.run(
        command + ["--url", CommandBench.nowhere, "--key-file", key, "--json"])
      #expect(outcome.status == 3)
      #expect(outcome.error?["code"] == "network")
      #expect(outcome.error?["hint"]?.string?.contains("marfa serve") == true)
      #expect(!outcome.err.contains("mk_x"))
    }
  }

  @Test("no server and no key end with 5; a key file that can't be read with 2")
  func credentials() async throws {
    let bench = try CommandBench()
    let none = await bench.run("status", "--json")
    #expect(none.status == 5 && none.error?["code"] == "no_credential")
    let noKey = await bench.run("status", "--url", CommandBench.nowhere, "--json")
    #expect(noKey.status == 5 && noKey.error?["code"] == "no_credential")
    let noFile = await bench.run("status", "--key-file", bench.path("none.key"), "--json")
    #expect(noFile.status == 2 && noFile.error?["code"] == "no_credential")
    let noFolder = await bench.run("status", "--data", bench.path("none"), "--json")
    #expect(noFolder.status == 2)
    let half = await bench.run("status", "--json", environment: ["MARFA_API_KEY": "mk_secret"])
    #expect(half.status == 2)
    #expect(!half.err.contains("mk_secret"))
  }

  @Test("the environment names server and key, and an option comes before it (R17)")
  func environment() async throws {
    let bench = try CommandBench()
    try await bench.serving { server in
      let key = try String(contentsOfFile: server[3] + "/first.key", encoding: .utf8)
        .trimmingCharacters(in: .whitespacesAndNewlines)
      let environment = ["MARFA_API_URL": server[1], "MARFA_API_KEY": key]
      #expect(await bench.run("status", environment: environment).status == 0)
      let elsewhere = await bench.run(
        "status", "--url", CommandBench.nowhere, environment: environment)
      #expect(elsewhere.status == 3)
      let wrong = ["MARFA_API_URL": server[1], "MARFA_API_KEY": "mk_wrong"]
      #expect(await bench.run("status", environment: wrong).status == 5)
    }
  }

  @Test("a data folder in use, a folder that can't be made and a bad host end with 4")
  func serving() async throws {
    let bench = try CommandBench()
    try await bench.serving { server in
      let inUse = await bench.run("serve", "--data", server[3], "--port", "0", "--json")
      #expect(inUse.status == 4 && inUse.error?["code"] == "in_use")
    }
    let folder = await bench.run("serve", "--data", "/proc/none", "--port", "0", "--json")
    #expect(folder.status == 4 && folder.error?["code"] == "folder")
    let host = await bench.run(
      "serve", "--data", bench.path("other"), "--host", "nowhere.invalid", "--port", "0",
      "--json")
    #expect(host.status == 4)
    #expect(host.error?["message"]?.string?.isEmpty == false)
  }
}
