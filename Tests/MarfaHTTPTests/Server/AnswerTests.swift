import Foundation
import MarfaHTTP
import Testing

@Suite("Answers", .timeLimit(.minutes(1)))
struct AnswerTests {
  @Test("header fields are sent in order with their repeats, the library's own framing aside")
  func fields() async throws {
    let handler: HTTPHandler = { _ in
      .text(
        "four",
        headers: [
          "X-B": "1", "X-A": "2", "X-B": "3", "Content-Length": "999",
          "Transfer-Encoding": "chunked", "X-Empty": "",
        ])
    }
    try await withServer(handler: handler) { port, _ in
      let client = try RawHTTPClient(port: port)
      for _ in 0..<2 {
        try await client.request()
        let answer = try await client.response()
        #expect(answer.fields.map(\.name).filter { $0.hasPrefix("X-") } == ["X-B", "X-A", "X-B"])
        #expect(answer.all("X-B") == ["1", "3"])
        #expect(answer.all("Content-Length") == ["4"])
        #expect(answer["Transfer-Encoding"] == nil)
        #expect(answer.text == "four")
      }
    }
  }

  @Test("a value with a line end cannot add a field or a body")
  func injection() async throws {
    let handler: HTTPHandler = { request in
      .text("body", headers: ["X-Echo": request.query.first?.value ?? "", "Bad\r\nX-Evil": "1"])
    }
    try await withServer(handler: handler) { port, _ in
      let client = try RawHTTPClient(port: port)
      try await client.request("GET", "/?v=a%0D%0AX-Evil:%201%0D%0A%0D%0Aevil%00")
      let answer = try await client.response()
      #expect(answer["X-Evil"] == nil)
      #expect(answer["X-Echo"]?.hasPrefix("a  X-Evil: 1") == true)
      #expect(answer.text == "body")
    }
  }

  @Test("HEAD gets the head of the whole answer and no body, also from a file")
  func head() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "marfa-\(UUID()).bin")
    try Data(repeating: 7, count: 1000).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let handler: HTTPHandler = { request in
      guard request.path == "/file" else { return .text("twelve bytes") }
      guard let file = try? HTTPFile(file) else { return HTTPResponse(status: 500) }
      return HTTPResponse(body: .file(file))
    }
    try await withServer(handler: handler) { port, _ in
      let client = try RawHTTPClient(port: port)
      for (path, length) in [("/bytes", "12"), ("/file", "1000"), ("/bytes", "12")] {
        try await client.request("HEAD", path)
        let answer = try await client.response(toHead: true)
        #expect(answer.status == 200)
        #expect(answer["Content-Length"] == length)
      }
      try await client.request("GET", "/bytes")
      #expect(try await client.response().text == "twelve bytes")
    }
  }

  @Test("204 and 304 have no body, and the connection stays in step", arguments: [204, 304])
  func bodiless(status: Int) async throws {
    let handler: HTTPHandler = { request in
      request.path == "/next" ? .text("next") : .text("not sent", status: status)
    }
    try await withServer(handler: handler) { port, _ in
      let client = try RawHTTPClient(port: port)
      try await client.request()
      #expect(try await client.response().status == status)
      try await client.request("GET", "/next")
      #expect(try await client.response().text == "next")
    }
  }

  @Test("a status that HTTP does not have is answered as 500", arguments: [0, -1, 99, 101, 1000])
  func badStatus(status: Int) async throws {
    let handler: HTTPHandler = { _ in HTTPResponse(status: status) }
    try await withServer(handler: handler) { port, _ in
      let client = try RawHTTPClient(port: port)
      try await client.request()
      #expect(try await client.response().status == 500)
    }
  }

  @Test(
    "a file is sent whole or in part, and clamped to what there is",
    arguments: [nil, 0..<10, 500..<1000, 999..<5000, 5000..<6000, 3..<3] as [Range<Int>?])
  func files(range: Range<Int>?) async throws {
    let content = Data((0..<1000).map { UInt8(truncatingIfNeeded: $0) })
    let file = FileManager.default.temporaryDirectory.appending(path: "marfa-\(UUID()).bin")
    try content.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let handler: HTTPHandler = { _ in
      guard let opened = try? HTTPFile(file, range: range) else { return HTTPResponse(status: 500) }
      // What is open can be sent even when its name is gone.
      if range == nil { try? FileManager.default.removeItem(at: file) }
      return HTTPResponse(body: .file(opened))
    }
    try await withServer(handler: handler) { port, _ in
      let client = try RawHTTPClient(port: port)
      try await client.request()
      let answer = try await client.response()
      let expected = content[(range ?? 0..<1000).clamped(to: 0..<1000)]
      #expect(answer.status == 200)
      #expect(answer.body == Array(expected))
    }
  }

  @Test("a file that cannot be opened fails in the handler, with a reason for people")
  func missingFile() throws {
    let error = #expect(throws: HTTPServerError.self) {
      try HTTPFile(URL(filePath: "/nonexistent/secret.bin"))
    }
    #expect(error == .file(name: "secret.bin", reason: "No such file or directory"))
    #expect(throws: HTTPServerError.file(name: "tmp", reason: "not an ordinary file")) {
      try HTTPFile(URL(filePath: "/tmp"))
    }
  }

  @Test("a client that closes its sending side with its request gets an answer that is at hand")
  func halfClosed() async throws {
    try await withServer(handler: { _ in .text("still here") }) { port, _ in
      let client = try RawHTTPClient(port: port)
      try await client.request()
      try await client.closeWriting()
      #expect(try await client.response().text == "still here")
    }
  }

  @Test("a hundred handlers wait at once without holding a thread")
  func concurrency() async throws {
    let arrived = Recorder<Int>()
    let everybody = HTTPStopSignal()
    let handler: HTTPHandler = { request in
      arrived.record(0)
      if arrived.count == 100 { everybody.set() }
      await everybody.wait()
      return .text(request.path)
    }
    try await withServer(handler: handler) { port, _ in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<100 {
          group.addTask {
            let client = try RawHTTPClient(port: port)
            try await client.request("GET", "/\(number)")
            #expect(try await client.response().text == "/\(number)")
          }
        }
        try await group.waitForAll()
      }
    }
    #expect(arrived.count == 100)
  }
}
