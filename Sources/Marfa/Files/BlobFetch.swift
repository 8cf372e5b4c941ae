import Foundation
import MarfaEngine
import MarfaModel
import Resilience

/// Gets the bytes of a file from the server, by a link that it gives.
struct BlobFetch {
  let line: ServerLine
  let cache: BlobCache

  /// Fetches bytes and keeps them when they are those of the hash.
  ///
  /// - Throws: `bytesAbsent` when they can't be had: the server has none, can't be reached, or its
  ///   link leads nowhere. `decoding` when others came. What else the server answers as it stands.
  func fetch(_ hash: BlobHash) async throws -> URL {
    let link: String
    do {
      let answer = try await line.get("/blobs/\(PathSegment.encode(hash.text))/url")
      guard let url = answer["url"]?.string else {
        throw MarfaError.decoding(message: "The server names no link to the bytes.")
      }
      link = url
    } catch MarfaError.notFound(let code, _) {
      throw Self.absent(hash, code, "The server has no bytes of this file.")
    } catch MarfaError.network {
      throw Self.absent(hash, "unreachable", "The server can't be reached for this file.")
    }
    // The link is a pass of its own: the key stays with the server it is for.
    var request = TransportRequest(url: link, headers: [("Accept", "*/*")])
    request.bodyTimeout = nil
    do {
      let stream = try await line.transport.stream(request)
      defer { stream.cancel() }
      guard (200..<300).contains(stream.head.status) else {
        throw Self.absent(hash, "link_refused", "The link to this file was refused.")
      }
      return try await cache.take(
        SteadyParts(stream: stream, clock: line.clock, limit: Tuning.blobSilence), as: hash)
    } catch let error as MarfaError {
      throw error
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      throw Self.absent(hash, "broken_off", "The bytes of this file did not come whole.")
    }
  }

  private static func absent(_ hash: BlobHash, _ reason: String, _ message: String) -> MarfaError {
    .bytesAbsent(hash: hash.text, reason: reason, message: message)
  }

  /// The absence of bytes that nobody can fetch here.
  static func unfetchable(_ hash: BlobHash) -> MarfaError {
    absent(hash, "not_held", "The bytes of this file are not on this device.")
  }
}
