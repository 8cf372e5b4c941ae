import Foundation
import MarfaEngine
import MarfaHTTP
import MarfaModel
import MarfaSQL
import Resilience
import Testing

@testable import MarfaServer

/// `GET /blobs/{hash}` and the links to it (events-blobs-keys 4.2 and 4.3).
@Suite("Downloads")
struct BlobDownloadTests {
  private func bytes(_ answer: Answer) -> Range<Int>? { answer.file?.range }

  @Test("bytes come with their type, length, name and the headers that keep a browser from them")
  func downloads() async throws {
    let bench = try await ServerBench()
    let hash = try await bench.upload("<script>", type: "text/html")
    for method in ["GET", "HEAD"] {
      let answer = try await bench.send(method, "/blobs/\(hash)")
      #expect(answer.status == 200)
      #expect(bytes(answer) == 0..<8)
      #expect(answer.headers["Content-Type"] == "text/html")
      #expect(answer.headers["Accept-Ranges"] == "bytes")
      #expect(answer.headers["ETag"] == "\"\(hash)\"")
      #expect(
        answer.headers["Content-Disposition"]
          == "attachment; filename=\"\(hash.dropFirst(7))\"")
      #expect(answer.headers["Content-Security-Policy"] == "sandbox; default-src 'none'")
      #expect(answer.headers["X-Content-Type-Options"] == "nosniff")
      #expect(answer.headers["X-Marfa-Contract"] == "0")
    }
    #expect(try await bench.send("GET", "/blobs/\(hash.dropFirst(7))").status == 200)
  }

  @Test(
    "a range that is understood is answered in part, one beyond the end refused, others ignored",
    arguments: [
      ("bytes=0-0", 206, 0..<1, "bytes 0-0/5"), ("bytes=1-3", 206, 1..<4, "bytes 1-3/5"),
      ("bytes=2-", 206, 2..<5, "bytes 2-4/5"), ("bytes=4-99", 206, 4..<5, "bytes 4-4/5"),
      ("bytes=0-9007199254740991", 206, 0..<5, "bytes 0-4/5"),
      ("bytes=5-", 416, nil, "bytes */5"), ("bytes=5-9", 416, nil, "bytes */5"),
      ("bytes=3-2", 416, nil, "bytes */5"),
      ("bytes=-2", 200, 0..<5, nil), ("bytes=0-1,3-4", 200, 0..<5, nil),
      ("items=0-1", 200, 0..<5, nil), ("bytes=", 200, 0..<5, nil), ("bytes=a-b", 200, 0..<5, nil),
      ("bytes=0-9007199254740992", 200, 0..<5, nil), ("bytes=+1-2", 200, 0..<5, nil),
      ("bytes=99999999999999999999-", 200, 0..<5, nil),
    ] as [(String, Int, Range<Int>?, String?)])
  func ranges(_ field: String, _ status: Int, _ part: Range<Int>?, _ told: String?) async throws {
    let bench = try await ServerBench()
    let hash = try await bench.upload("12345")
    for method in ["GET", "HEAD"] {
      let answer = try await bench.send(method, "/blobs/\(hash)", headers: ["Range": field])
      #expect(answer.status == status)
      #expect(bytes(answer) == part)
      #expect(answer.headers["Content-Range"] == told)
      if status == 416 {
        #expect(answer.code == "range_not_satisfiable")
        #expect(answer.details?["size_bytes"] == 5)
      }
    }
  }

  @Test("a read is refused in the protocol's order, and the unreadable like the unknown")
  func refused() async throws {
    let bench = try await ServerBench()
    let hash = try await bench.upload("secret")
    bench.key("nothing", may: [.purgeItems])
    bench.key("unregistered", types: ["shop.order": .read])
    let unknown = bench.hash(of: "never brought")
    let cases: [(String?, String, String)] = [
      (nil, "/blobs/bad?x=1", "401 unauthorized"),
      ("nothing", "/blobs/bad", "403 type_not_permitted"),
      ("owner", "/blobs/bad?x=1", "400 validation_error"),
      ("owner", "/blobs/\(hash.uppercased())", "400 validation_error"),
      ("owner", "/blobs/\(hash)0", "400 validation_error"),
      ("owner", "/blobs/md5:\(hash.dropFirst(7))", "400 validation_error"),
      ("owner", "/blobs/\(unknown)", "404 blob_not_found"),
      ("unregistered", "/blobs/\(hash)", "404 blob_not_found"),
      ("owner", "/blobs/bad/url?ttl=x", "400 validation_error"),
      ("owner", "/blobs/\(unknown)/url", "404 blob_not_found"),
    ]
    for (key, target, verdict) in cases {
      #expect(try await bench.send("GET", target, as: key).verdict == verdict, "\(target)")
    }
  }

  @Test("bytes whose file is gone are answered as not there")
  func gone() async throws {
    let bench = try await ServerBench()
    let hash = try await bench.upload("x")
    try bench.core.blobs.folder.remove(try #require(BlobHash(hash)))
    #expect(try await bench.read(hash, as: "owner") == "404 blob_not_found")
  }

  @Test("a link reads without a key, in parts too, until it ends; a changed one never")
  func links() async throws {
    let bench = try await ServerBench()
    let hash = try await bench.upload("12345")
    let answer = try await bench.send(
      "GET", "/blobs/\(hash)/url?ttl=60", headers: ["Host": "notes.example:8600"])
    #expect(answer.json["expires_in"] == 60)
    let url = try #require(answer.json["url"]?.string)
    #expect(url.hasPrefix("http://notes.example:8600/blobs/"))
    let target = String(url.dropFirst("http://notes.example:8600".count))
    let whole = try await bench.send("GET", target, as: nil)
    #expect(whole.status == 200)
    #expect(whole.headers["Content-Security-Policy"] == "sandbox; default-src 'none'")
    let part = try await bench.send("GET", target, as: nil, headers: ["Range": "bytes=1-2"])
    #expect(bytes(part) == 1..<3)
    let other = try await bench.upload("other")
    let changed = [
      target.replacingOccurrences(of: "expires=", with: "expires=1"),
      String(target.dropLast()) + (target.hasSuffix("0") ? "1" : "0"),
      target.replacingOccurrences(of: hash, with: other),
      target.replacingOccurrences(of: "signature=", with: "signature=0"),
    ]
    for link in changed {
      #expect(try await bench.send("GET", link, as: nil).verdict == "401 unauthorized", "\(link)")
    }
    bench.clock.advance(by: .milliseconds(59_999))
    #expect(try await bench.send("GET", target, as: nil).status == 200)
    bench.clock.advance(by: .milliseconds(1))
    #expect(try await bench.send("GET", target, as: nil).verdict == "401 unauthorized")
  }

  @Test("a link's refusals come in the protocol's order, and its life is held to a week")
  func linkRefusals() async throws {
    let bench = try await ServerBench()
    let hash = try await bench.upload("x")
    let cases = [
      ("/blobs/bad/fetch?x=1", "400 validation_error"),
      ("/blobs/bad/fetch?signature=a", "400 missing_required_field"),
      ("/blobs/bad/fetch?expires=1", "400 missing_required_field"),
      ("/blobs/bad/fetch?expires=1&signature=a", "400 validation_error"),
      ("/blobs/\(hash)/fetch?expires=1&signature=a", "401 unauthorized"),
      ("/blobs/\(hash)/fetch?expires=99999999999999&signature=a", "401 unauthorized"),
    ]
    for (target, verdict) in cases {
      #expect(try await bench.send("GET", target, as: nil).verdict == verdict, "\(target)")
    }
    for (ttl, life) in [("1", 1), ("604801", 604_800), ("99999999999999999999", 604_800)] {
      let answer = try await bench.send("GET", "/blobs/\(hash)/url?ttl=\(ttl)")
      #expect(answer.json["expires_in"] == .integer(Int64(life)))
    }
    for ttl in ["0", "-1", "1.5", "", "x", "00"] {
      let answer = try await bench.send("GET", "/blobs/\(hash)/url?ttl=\(ttl)")
      #expect(answer.verdict == "400 validation_error", "\(ttl)")
    }
    #expect(try await bench.send("GET", "/blobs/\(hash)/url").json["expires_in"] == 3_600)
  }
}
