import Foundation
import MarfaEngine
import MarfaHTTP
import MarfaModel
import MarfaSQL
import Resilience
import Testing

@testable import MarfaServer

/// `POST /blobs` (events-blobs-keys 4.1).
@Suite("Uploads")
struct BlobUploadTests {
  @Test("an upload is answered with its hash, type and size, and is there under its hash")
  func uploads() async throws {
    let bench = try await ServerBench()
    let answer = try await bench.send(
      "POST", "/blobs", bytes: Array("hello".utf8), type: "Image/PNG; charset=x")
    #expect(answer.status == 201)
    #expect(
      answer.json == [
        "hash": .string(bench.hash(of: "hello")), "mime_type": "Image/PNG", "size_bytes": 5,
      ])
    #expect(bench.blobFiles == [Digest.sha256(Array("hello".utf8))])
  }

  @Test("the first upload fixes the type for good; a repeat is answered alike and stores nothing")
  func repeats() async throws {
    let bench = try await ServerBench()
    let first = try await bench.send("POST", "/blobs", bytes: [1, 2], type: nil)
    #expect(first.json["mime_type"] == "application/octet-stream")
    let again = try await bench.send(
      "POST", "/blobs", bytes: [1, 2], type: "image/png", headers: ["Idempotency-Key": "k"])
    #expect(again.status == 201)
    #expect(again.json == first.json)
    #expect(again.headers["Idempotency-Replayed"] == nil, "uploads take no key")
    #expect(bench.blobFiles.count == 1)
    let many = try await withThrowingTaskGroup(of: JSONObject.self) { group in
      for number in 0..<8 {
        group.addTask {
          try await bench.send("POST", "/blobs", bytes: [9], type: "a/\(number)").json
        }
      }
      return try await group.reduce(into: Set<JSONObject>()) { $0.insert($1) }
    }
    #expect(many.count == 1, "concurrent ones agree on one type")
  }

  @Test("an upload is refused in the protocol's order, and nothing is stored then")
  func refused() async throws {
    let bench = try await ServerBench()
    bench.key("reader", types: ["*": .read])
    bench.key("unregistered", types: ["shop.order": .write])
    bench.key("system", types: ["system.view": .write])
    bench.key("manager", may: [.manageBlobs])
    let cases: [(String?, String, [UInt8], String?, String)] = [
      (nil, "/blobs?x=1", [], "multipart/form-data", "401 unauthorized"),
      ("nobody", "/blobs", [1], nil, "401 unauthorized"),
      ("reader", "/blobs?x=1", [1], nil, "403 type_not_permitted"),
      ("unregistered", "/blobs", [1], nil, "403 type_not_permitted"),
      ("system", "/blobs", [1], nil, "403 type_not_permitted"),
      ("owner", "/blobs?x=1", [], "multipart/form-data", "400 validation_error"),
      ("owner", "/blobs", [1], "Multipart/Form-Data; boundary=x", "400 validation_error"),
      ("owner", "/blobs", [], "image/png", "400 validation_error"),
    ]
    for (key, target, bytes, type, verdict) in cases {
      let answer = try await bench.send("POST", target, bytes: bytes, type: type, as: key)
      #expect(answer.verdict == verdict, "\(key ?? "-") \(target)")
      #expect(answer.details?["grant"] == nil)
    }
    #expect(bench.blobFiles.isEmpty)
    #expect(
      try await bench.send("POST", "/blobs", bytes: [1], type: nil, as: "manager").status == 201)
    // A pattern counts from when a type registers under it.
    let type = try await bench.send(
      "POST", "/types", ["id": "shop.order", "label": "Order", "fields": [:]])
    #expect(type.status == 201)
    #expect(
      try await bench.send("POST", "/blobs", bytes: [2], type: nil, as: "unregistered").status
        == 201)
  }

  @Test("a body that is not the one its digest tells of is refused and not kept")
  func digest() async throws {
    let bench = try await ServerBench()
    let right = Data(Digest.digest(Array("abc".utf8)) ?? []).base64EncodedString()
    for (field, status) in [
      ("sha-256=:\(right):", 201), ("sha-512=:AAAA:, sha-256=:\(right):", 201),
      ("sha-256=:\(right.reversed()):", 400), ("sha-256=\(right)", 400), ("sha-256=::", 400),
      ("md5=:AAAA:", 201),
    ] {
      let answer = try await bench.send(
        "POST", "/blobs", bytes: Array("abc".utf8), type: nil, headers: ["Content-Digest": field])
      #expect(answer.status == status, "\(field)")
      if status == 400 { #expect(answer.paths == ["Content-Digest"]) }
    }
    let wrong = Data(Digest.digest([1]) ?? []).base64EncodedString()
    let answer = try await bench.send(
      "POST", "/blobs", bytes: Array("other".utf8), type: nil,
      headers: ["Content-Digest": "sha-256=:\(wrong):"])
    #expect(answer.verdict == "400 validation_error")
    #expect(bench.blobFiles.count == 1)
  }

  @Test("an upload that would breach the reserve of the volume is refused before it is taken")
  func reserve() async throws {
    let bench = try await ServerBench(diskReserve: .max)
    let answer = try await bench.send("POST", "/blobs", bytes: [1], type: nil)
    #expect(answer.verdict == "507 insufficient_storage")
    #expect(answer.details?["reserve_bytes"] == .integer(.max))
    #expect(answer.details?["available_bytes"] != nil)
    #expect(bench.blobFiles.isEmpty)
    // A body in chunks, whose length nobody knows, is stopped while it arrives.
    let late = try await ServerBench()
    let upload = BlobUpload(into: late.core.blobs, announced: nil)
    [UInt8](repeating: 1, count: 4_096).withUnsafeBytes { upload.take($0) }
    #expect(!upload.isFull)
    #expect(upload.count == 4_096)
  }

  @Test("only a known key that may bring files has its body taken to the disk while it arrives")
  func sinks() async throws {
    let bench = try await ServerBench()
    bench.key("reader", types: ["*": .read])
    func sink(_ method: String, _ path: String, _ key: String?) -> Bool {
      var headers = HTTPHeaders()
      if let key { headers.add("Authorization", "Bearer \(key)") }
      return bench.core.sink(
        HTTPBodyHead(method: method, path: path, headers: headers, announcedBytes: 1)) != nil
    }
    #expect(sink("POST", "/blobs", ServerBench.owner))
    #expect(!sink("POST", "/blobs", "reader"))
    #expect(!sink("POST", "/blobs", "nobody"))
    #expect(!sink("POST", "/blobs", nil))
    #expect(!sink("PUT", "/blobs", ServerBench.owner))
    #expect(!sink("POST", "/items", ServerBench.owner))
    #expect(bench.blobFiles.isEmpty, "what was begun and dropped is gone")
  }
}
