import Foundation
import MarfaEngine
import MarfaModel

/// The bytes of files, which pass through memory in small parts only.
extension ServerLine {
  /// Sends the bytes of a file.
  ///
  /// - Parameters:
  ///   - file: the file; it is read while it is sent.
  ///   - mimeType: its media type, which the first upload of these bytes fixes for good.
  /// - Returns: what the server answers: `hash`, `mime_type` and `size_bytes`.
  func upload(_ file: URL, mimeType: String) async throws -> JSONObject {
    var request = request("POST", "/blobs")
    request.headers.append(("Content-Type", mimeType))
    request.body = .file(file)
    let response: TransportResponse
    do {
      response = try await exchange(request)
    } catch {
      throw Self.failure(error)
    }
    try judge(response.head, writeSent: true, body: response.body)
    guard let object = try JSONValue(bytes: response.body).object else {
      throw MarfaError.decoding(message: "The server's answer is not a JSON object.")
    }
    return object
  }

  /// Brings the bytes of a hash into a folder, under a name of its own until they are whole.
  ///
  /// - Returns: the bytes, checked and on the disk, ready to be placed.
  /// - Throws: `decoding` when they are not those of the hash.
  func download(_ hash: BlobHash, into folder: BlobFolder) async throws -> BlobIntake {
    var request = request("GET", "/blobs/\(hash.text)")
    request.headers.removeAll { $0.name == "Accept" }
    // A file may be as large as it wants; that it moves at all is watched below.
    request.bodyTimeout = nil
    let stream: TransportStream
    do {
      let (opened, permit) = try await open(request)
      record(opened.head, permit)
      stream = opened
    } catch {
      throw Self.failure(error)
    }
    defer { stream.cancel() }
    guard ContractCheck(stream.head) == .ours, stream.head.status == 200 else {
      let body = ContractCheck(stream.head) == .ours ? try await beginning(of: stream) : []
      try judge(stream.head, writeSent: false, body: body)
      throw MarfaError.decoding(message: "The server's answer is not a file.")
    }
    let intake = try BlobIntake(into: folder)
    do {
      let parts = SteadyParts(stream: stream, clock: clock, limit: Tuning.blobSilence)
      for try await part in parts { try part.withUnsafeBytes { try intake.take($0) } }
    } catch {
      throw Self.failure(error)
    }
    guard try intake.finish() == hash else {
      throw MarfaError.decoding(message: "The bytes that came are not those of this file.")
    }
    return intake
  }
}
