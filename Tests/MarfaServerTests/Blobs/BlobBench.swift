import Foundation
import MarfaEngine
import MarfaHTTP
import MarfaModel
import MarfaSQL
import Resilience
import Testing

@testable import MarfaServer

extension ServerBench {
  /// Uploads a text and answers its hash, as it is written in items.
  @discardableResult
  func upload(
    _ text: String, type: String? = "text/plain", as key: String = owner
  ) async throws -> String {
    let answer = try await send("POST", "/blobs", bytes: Array(text.utf8), type: type, as: key)
    guard answer.status == 201, let hash = answer.json["hash"]?.string else {
      throw BlobBenchError(answer: answer.json)
    }
    return hash
  }

  /// Creates an item, and answers it.
  func create(
    _ type: String, _ properties: JSONObject, as key: String = owner
  ) async throws -> JSONObject {
    let answer = try await send(
      "POST", "/items", ["type": .string(type), "properties": .object(properties)], as: key)
    guard answer.status == 201 else { throw BlobBenchError(answer: answer.json) }
    return answer.object("item")
  }

  /// What a key is answered that asks for some bytes.
  func read(_ hash: String, as key: String) async throws -> String {
    try await send("GET", "/blobs/\(hash)", as: key).verdict
  }

  /// The names of the files that the server keeps, without the folder's own marker.
  var blobFiles: [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: core.blobs.folder.url.path)
    return (names ?? []).filter { $0 != BlobStore.markerFile }
  }

  /// The name of a text's bytes, whether anybody brought them or not.
  func hash(of text: String) -> String { "sha256:" + Digest.sha256(Array(text.utf8)) }
}

/// A step that a test stands on was refused.
struct BlobBenchError: Error {
  let answer: JSONObject
}
