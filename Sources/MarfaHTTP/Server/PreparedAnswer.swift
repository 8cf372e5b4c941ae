import CMicroHTTPD

/// An answer in the library's form, built away from the network thread and queued on it.
// Unchecked: the response is built by one thread, handed over under a lock, and only read then.
struct PreparedAnswer: @unchecked Sendable {
  /// The status to send.
  let status: UInt32
  /// The library's response; `nil` when there was no memory for it, which cuts the connection.
  private let response: OpaquePointer?
  /// The channel of a streamed body that is really going to be sent.
  let stream: StreamChannel?
  /// Whether the system may not take all of it at once, so that the client's reading is timed.
  let isLarge: Bool

  /// Builds the library's form of an answer.
  ///
  /// - Parameters:
  ///   - isHead: whether the request was `HEAD`: the head is the same, nothing is streamed.
  ///   - closes: whether to tell the client that the connection ends with this answer.
  init(_ answer: HTTPResponse, isHead: Bool, closes: Bool, streamBacklogBytes: Int) {
    let isValid = (200...999).contains(answer.status)
    var status = isValid ? answer.status : 500
    let sendsBody = !isHead && status != 204 && status != 304
    var stream: StreamChannel?
    switch answer.body {
    case .empty:
      isLarge = false
      response = Self.response(of: [])
    case .bytes(let bytes):
      isLarge = bytes.count > Tuning.timedAnswerBytes
      response = Self.response(of: bytes)
    case .file(let file):
      isLarge = file.range.count > Tuning.timedAnswerBytes
      if let opened = Self.response(of: file) {
        response = opened
      } else {
        status = 500
        response = Self.response(of: [])
      }
    case .stream(let body):
      isLarge = false
      let channel = StreamChannel(body, defaultBacklogBytes: streamBacklogBytes)
      response = Self.response(of: channel, length: body.length)
      if sendsBody {
        stream = channel
      } else if body.length == nil, let response {
        // The library would send the last chunk of a body that it rightly leaves out.
        _ = marfa_mhd_end_by_closing(response)
      }
    }
    self.status = UInt32(status)
    self.stream = stream
    if let response {
      Self.add(answer.headers, to: response)
      if closes { MHD_add_response_header(response, "Connection", "close") }
    }
  }

  /// A short text answer that ends the connection, for requests that reach no handler.
  init(refusal: String) {
    self.init(
      HTTPResponse(
        status: 400, headers: ["Content-Type": "text/plain"], body: .bytes(Array(refusal.utf8))),
      isHead: false, closes: true, streamBacklogBytes: 1)
  }

  /// Hands the answer to the library; on the connection's network thread, once.
  ///
  /// - Returns: whether it was taken. If not, the connection has to be closed.
  func queue(on connection: ConnectionPointer) -> Bool {
    guard let response else { return false }
    defer { MHD_destroy_response(response) }
    stream?.begin(on: connection)
    guard MHD_queue_response(connection.raw, status, response) == .YES else {
      stream?.connectionEnded()
      return false
    }
    return true
  }

  /// Frees an answer that will not be queued.
  func destroy() {
    if let response { MHD_destroy_response(response) }
  }

  private static func response(of bytes: [UInt8]) -> OpaquePointer? {
    bytes.withUnsafeBytes { buffer in
      MHD_create_response_from_buffer(
        buffer.count, UnsafeMutableRawPointer(mutating: buffer.baseAddress), .RESPMEM_MUST_COPY)
    }
  }

  private static func response(of file: HTTPFile) -> OpaquePointer? {
    guard !file.range.isEmpty else { return response(of: []) }
    let descriptor = file.duplicateDescriptor()
    guard descriptor >= 0 else { return nil }
    return MHD_create_response_from_fd_at_offset64(
      UInt64(file.range.count), descriptor, UInt64(file.range.lowerBound))
  }

  private static func response(of channel: StreamChannel, length: Int?) -> OpaquePointer? {
    let context = Unmanaged.passRetained(channel)
    let made = MHD_create_response_from_callback(
      // All ones is the library's word for a length that is not known.
      length.map { UInt64($0) } ?? UInt64.max,
      length == nil ? Tuning.chunkedBlockBytes : Tuning.sizedBlockBytes,
      { context, _, buffer, capacity in
        guard let context, let buffer else { return -2 }
        let channel = Unmanaged<StreamChannel>.fromOpaque(context).takeUnretainedValue()
        return channel.read(
          into: UnsafeMutableRawBufferPointer(
            start: UnsafeMutableRawPointer(buffer), count: capacity))
      },
      context.toOpaque(),
      { context in
        if let context { Unmanaged<StreamChannel>.fromOpaque(context).release() }
      })
    if made == nil { context.release() }
    return made
  }

  private static func add(_ headers: HTTPHeaders, to response: OpaquePointer) {
    headers.forEachField { name, value in
      // The library frames the message by itself; a second opinion would split it.
      if HeaderBytes.sameName(name, "Content-Length")
        || HeaderBytes.sameName(name, "Transfer-Encoding")
      {
        return true
      }
      if let name = name.baseAddress, let value = value.baseAddress {
        MHD_add_response_header(
          response, name.assumingMemoryBound(to: CChar.self),
          value.assumingMemoryBound(to: CChar.self))
      }
      return true
    }
  }
}
