import Foundation

/// What fetches an address. The one seam between this program and the network.
public protocol HTTPClient: Sendable {
  /// Fetches an address.
  ///
  /// - Throws: `NetworkError.timeout`, `.transport` or `.invalidResponse`; `CancellationError`.
  ///   Any status code is an answer, not an error.
  func get(_ address: URL) async throws -> HTTPAnswer
}
