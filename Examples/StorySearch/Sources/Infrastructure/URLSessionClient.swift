import Foundation
import Resilience

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Fetches through the URL loading system.
public struct URLSessionClient: HTTPClient {
  let session: URLSession

  /// Makes a client.
  ///
  /// - Parameter silence: how long the connection may say nothing. The loading system's own limit,
  ///   a second line behind the limit of each attempt.
  public init(silence: Duration = .seconds(20)) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = silence.fractionalSeconds
    // What stands in for a failed search is this program's own decision, never a hidden cache's.
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    session = URLSession(configuration: configuration)
  }

  /// Fetches an address.
  public func get(_ address: URL) async throws -> HTTPAnswer {
    // On Linux a request of a cancelled task would be sent all the same.
    try Task.checkCancellation()
    do {
      let (body, response) = try await session.data(from: address)
      guard let response = response as? HTTPURLResponse else { throw NetworkError.invalidResponse }
      return HTTPAnswer(
        status: response.statusCode, body: body,
        retryAfter: response.value(forHTTPHeaderField: "Retry-After"),
        date: response.value(forHTTPHeaderField: "Date"))
    } catch let error as URLError {
      throw Self.told(error)
    }
  }

  /// An error of the loading system in this program's words. A cancelled request stays one.
  static func told(_ error: URLError) -> any Error {
    switch error.code {
    case .cancelled: CancellationError()
    case .timedOut: NetworkError.timeout
    case .badURL: NetworkError.invalidURL
    // On Linux the last one is what bytes that are no HTTP end in; addresses are checked before.
    case .badServerResponse, .cannotParseResponse, .cannotDecodeContentData,
      .cannotDecodeRawData, .zeroByteResource,
      .unsupportedURL:
      NetworkError.invalidResponse
    default: NetworkError.transport
    }
  }
}
