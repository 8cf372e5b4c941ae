import Foundation
import Marfa
import MarfaModel
import Testing

@testable import MarfaCLI

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("The main job, as a person starts it")
struct DemoTests {
  @Test("a thousand files in fifteen scripts, links and broken files among them, hold")
  func manyScripts() async throws {
    let store = try StoreFolder()
    let folder = try ManyScriptsFolder(in: store.file("notes"), count: 1_000)
    let demo = try DemoProcess(
      [
        folder.url.path, "--once", "--json", "--data", store.file("data").path, "--port",
        "18000",
      ], in: store.url)
    #expect(await demo.ended() == .exited(0))
    let report = try JSONObject(json: try demo.said.out)
    #expect(report["holds"] == true)
    #expect(report["faults"] == [])
    let imported = try #require(report["import"]?.object)
    #expect(imported["files"] == .integer(Int64(folder.whole + folder.broken)))
    let issues = (imported["issues"]?.array ?? []).compactMap(\.object)
    #expect(issues.count { $0["left_out"] == true } == folder.broken)
    #expect(issues.contains { $0["kind"] == "split" })
    let digests = (report["digests"]?.array ?? []).compactMap { $0.object?["digest"]?.string }
    #expect(digests.count == 3 && Set(digests).count == 1)
    let drained = (report["drains"]?.array ?? []).compactMap { $0.object?["report"]?.object }
    let verdicts = drained.flatMap { $0["verdicts"]?.array ?? [] }.compactMap {
      $0.object?["verdict"]?.string
    }
    #expect(verdicts.contains("conflicted") && verdicts.contains("merged"))
    #expect(try demo.said.err.isEmpty)
  }

  @Test("it stays up with an address and three commands, and Control-C ends it and its server")
  func staysUp() async throws {
    let store = try StoreFolder()
    let demo = try DemoProcess(try arguments(store, port: 18100), in: store.url)
    #expect(try await demo.says("device --db"))
    let server = try #require(try demo.serverProcessId)
    let lines = try demo.said.out.split(separator: "\n").suffix(6).map(String.init)
    #expect(lines[0].hasPrefix("The server stays up at http://127.0.0.1:"))
    #expect(lines[1].hasPrefix("Its key is kept in \(store.file("data").path)"))
    let program = try MarfaProgram.file.resolvingSymlinksInPath().path
    for line in lines.suffix(3) {
      let words = line.split(separator: " ").map {
        $0.trimmingCharacters(in: CharacterSet(charactersIn: "'"))
      }
      #expect(words.first == program)
      let outcome = try run(words)
      #expect(outcome.status == 0 && !outcome.out.isEmpty, "\(line)")
    }
    demo.signal(SIGINT)
    #expect(await demo.ended() == .exited(0))
    #expect(try await DemoProcess.isGone(server))
  }

  @Test("a server that dies is told and ends it with 1; nothing is left behind")
  func serverDies() async throws {
    let store = try StoreFolder()
    let demo = try DemoProcess(try arguments(store, port: 18200), in: store.url)
    #expect(try await demo.says("Try:"))
    _ = kill(try #require(try lastServer(demo)), SIGKILL)
    #expect(await demo.ended() == .exited(1))
    #expect(try demo.said.err.contains("was ended by signal 9"))
  }

  @Test("ended by SIGKILL in the middle of it, it leaves no server behind")
  func killed() async throws {
    let store = try StoreFolder()
    let demo = try DemoProcess(try arguments(store, port: 18300), in: store.url)
    #expect(try await demo.says("process "))
    let server = try #require(try demo.serverProcessId)
    demo.signal(SIGKILL)
    #expect(await demo.ended() == .killed(SIGKILL))
    #expect(try await DemoProcess.isGone(server))
  }

  @Test("Control-C in the middle of it ends it with 3 and leaves no server behind")
  func interrupted() async throws {
    let store = try StoreFolder()
    _ = try ManyScriptsFolder(in: store.file("notes"), count: 300)
    let demo = try DemoProcess(try arguments(store, port: 18400), in: store.url)
    demo.signal(SIGINT, whenSaid: "process ")
    #expect(await demo.ended() == .exited(3))
    let server = try #require(try demo.serverProcessId)
    #expect(try await DemoProcess.isGone(server))
  }

  @Test("a folder without Markdown ends with 2, a data folder in use with 4")
  func refusals() async throws {
    let store = try StoreFolder()
    try FileManager.default.createDirectory(
      at: store.file("empty"), withIntermediateDirectories: true)
    let empty = try DemoProcess([store.file("empty").path, "--once"], in: store.url)
    #expect(await empty.ended() == .exited(2))
    #expect(try empty.said.err.contains("no Markdown file"))
    let first = try DemoProcess(try arguments(store, port: 18500), in: store.url)
    #expect(try await first.says("Try:"))
    let other = try StoreFolder()
    let second = try DemoProcess(try arguments(store, port: 18500), in: other.url)
    #expect(await second.ended() == .exited(4))
    #expect(try second.said.err.contains("already works on this data folder"))
    first.signal(SIGTERM)
    #expect(await first.ended() == .exited(0))
    // The same data folder serves another run, in which every note is there already.
    let again = try DemoProcess(
      try arguments(store, port: 18500) + ["--once", "--json"], in: other.url)
    #expect(await again.ended() == .exited(0))
    let report = try JSONObject(json: try again.said.out)
    #expect(report["import"]?.object?["created"] == .integer(0))
  }

  /// The arguments for a small folder, with the data beside it.
  ///
  /// - Parameter port: one for each test: while a server is stopped, its port must stay free.
  private func arguments(_ store: StoreFolder, port: Int) throws -> [String] {
    let notes = store.file("notes")
    if !FileManager.default.fileExists(atPath: notes.path) {
      _ = try ManyScriptsFolder(in: notes, count: 8)
    }
    return [notes.path, "--data", store.file("data").path, "--port", String(port)]
  }

  /// The server that runs now: the demo has said of two that they serve.
  private func lastServer(_ demo: DemoProcess) throws -> Int32? {
    let line = try demo.said.out.split(separator: "\n").last { $0.contains("serves again") }
    return line?.split(separator: " ").dropFirst(2).first.flatMap { Int32($0) }
  }

  /// Runs a command of the program to its end.
  private func run(_ words: [String]) throws -> (status: Int32, out: String) {
    let process = Process()
    process.executableURL = URL(filePath: words[0])
    process.arguments = Array(words.dropFirst())
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let out = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: out, as: UTF8.self))
  }
}
