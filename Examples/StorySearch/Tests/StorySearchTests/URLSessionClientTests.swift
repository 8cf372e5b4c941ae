import Foundation
import Resilience
import Stub
import Testing

@testable import Infrastructure

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Fetching through the URL loading system") struct URLSessionClientTests {
  @Test("the loading system's own limit stands behind the limit of each attempt (R188)")
  func nativeLimits() {
    let configuration = URLSessionClient().session.configuration
    #expect(configuration.timeoutIntervalForRequest == 20)
    #expect(HackerNews.Manners().patience < .seconds(20))
    #expect(configuration.urlCache == nil)
  }

  @Test(
    "each error of the loading system has a word of this program's; a cancelled one stays one (R159)",
    arguments: [
      (URLError.Code.timedOut, NetworkError.timeout), (.badURL, .invalidURL),
      (.cannotParseResponse, .invalidResponse), (.cannotConnectToHost, .transport),
      (.notConnectedToInternet, .transport), (.networkConnectionLost, .transport),
    ])
  func told(_ code: URLError.Code, _ error: NetworkError) {
    #expect(URLSessionClient.told(URLError(code)) as? NetworkError == error)
    #expect(URLSessionClient.told(URLError(.cancelled)) is CancellationError)
  }

  @Test("a call that is cancelled already sends nothing (R157)")
  func cancelledBefore() async throws {
    let server = try StubServer(Answers.well)
    defer { server.stop() }
    let address = try #require(URL(string: server.base + "/search"))
    let call = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await URLSessionClient().get(address)
    }
    await #expect(throws: CancellationError.self) { _ = try await call.value }
    #expect(server.requests.isEmpty)
  }
}
