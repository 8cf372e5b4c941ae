import MarfaHTTP
import MarfaModel
import Testing

/// What every door shares, asked of the doors that are there from the first.
@Suite("Pipeline")
struct PipelineTests {
  @Test("the root names the instance to anybody, and a HEAD has its head")
  func root() async throws {
    let bench = try await ServerBench()
    let answer = try await bench.send("GET", "/", as: nil)
    #expect(answer.verdict == "200")
    #expect(answer.json["contract"] == 0)
    #expect(answer.headers["X-Marfa-Contract"] == "0")
    #expect(try await bench.send("HEAD", "/", as: nil).verdict == "200")
  }

  @Test("a path or a method that is not served is 404 not_found, with or without a key")
  func notServed() async throws {
    let bench = try await ServerBench()
    for key in [nil, "nobody", ServerBench.owner] {
      #expect(try await bench.send("GET", "/nothing/here", as: key).verdict == "404 not_found")
      #expect(try await bench.send("PUT", "/health", as: key).verdict == "404 not_found")
    }
  }
}
