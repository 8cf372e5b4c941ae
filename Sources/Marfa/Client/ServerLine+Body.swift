import MarfaModel
import Resilience

/// The reading of bodies, always after the head was judged.
extension ServerLine {
  /// Sends a request and answers whatever came, judged by nobody.
  ///
  /// The body of an answer is read when it is a server's of our contract, since nothing else is
  /// looked at; so an endless body in its place delays nothing. In a refusal's body the key is
  /// blotted out, should the server repeat it.
  ///
  /// - Throws: `TransportError` when no whole answer was had; `MarfaError.network` when the server
  ///   was not asked, because it has been failing; `CancellationError`.
  func exchange(_ request: TransportRequest) async throws -> TransportResponse {
    let (stream, permit) = try await open(request)
    defer { stream.cancel() }
    var body: [UInt8] = []
    if ContractCheck(stream.head) == .ours {
      do {
        body = try await whole(stream, within: request.maxBodyBytes)
      } catch {
        record(error, permit)
        throw error
      }
    }
    record(stream.head, permit)
    let isRefusal = !(200..<300).contains(stream.head.status)
    return TransportResponse(head: stream.head, body: isRefusal ? blotted(body) : body)
  }

  private func whole(_ stream: TransportStream, within limit: Int) async throws -> [UInt8] {
    var body: [UInt8] = []
    for try await chunk in stream {
      guard chunk.count <= limit - body.count else {
        throw TransportError.connection(.tooLarge)
      }
      body += chunk
    }
    return body
  }

  /// The beginning of a refused stream's body, as far as it comes in time.
  func beginning(of stream: TransportStream) async throws -> [UInt8] {
    let watch = Task { [clock] in
      try await clock.sleep(for: Tuning.refusalTimeout)
      stream.cancel()
    }
    defer {
      watch.cancel()
      stream.cancel()
    }
    var body: [UInt8] = []
    do {
      for try await chunk in stream {
        body += chunk
        if body.count >= Tuning.refusalBytes { break }
      }
    } catch {
      // A refusal whose body broke off is a refusal all the same.
      try Task.checkCancellation()
    }
    return blotted(Array(body.prefix(Tuning.refusalBytes)))
  }

  /// Remembers how long a server asks to be left alone.
  func note(_ head: TransportHead) {
    guard !(200..<300).contains(head.status), let wait = retryAfter(head) else { return }
    pause.note(wait, at: clock.now)
  }
}

extension [UInt8] {
  /// The bytes with every occurrence of others replaced.
  func replacing(_ secret: [UInt8], by mark: [UInt8]) -> [UInt8] {
    guard let first = secret.first, secret.count <= count else { return self }
    var result: [UInt8] = []
    var place = startIndex
    while place < endIndex {
      if self[place] == first, self[place...].starts(with: secret) {
        result += mark
        place += secret.count
      } else {
        result.append(self[place])
        place += 1
      }
    }
    return result
  }
}
