import CMicroHTTPD
import Foundation

/// Reading a request's head out of the library, and the checks of it that the library leaves out.
enum RequestHead {
  /// Collects the header fields in order.
  ///
  /// - Returns: `nil` when a name is not a token. The library lets `Content-Length :` pass as
  ///   another field than `Content-Length`, and so would take a body for the next request.
  static func headers(of connection: OpaquePointer) -> HTTPHeaders? {
    var collected: HTTPHeaders? = HTTPHeaders()
    withUnsafeMutablePointer(to: &collected) { pointer in
      _ = MHD_get_connection_values_n(
        connection, .HEADER_KIND,
        { context, _, name, nameCount, value, valueCount in
          guard let context, let name else { return .NO }
          let collected = context.assumingMemoryBound(to: HTTPHeaders?.self)
          let isTaken = collected.pointee?.add(
            UnsafeRawBufferPointer(start: name, count: nameCount),
            UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueCount))
          if isTaken == true { return .YES }
          collected.pointee = nil
          return .NO
        }, UnsafeMutableRawPointer(pointer))
    }
    return collected
  }

  /// What is wrong with a head whatever its body; `nil` when nothing is.
  static func fault(
    of target: String, _ headers: HTTPHeaders, version: UnsafePointer<CChar>?
  ) -> String? {
    if target.utf8.contains(0x20) { return "a space in the target" }
    switch headers.occurrences(of: "Host") {
    case 0:
      // Only HTTP/1.0 knows requests without one (RFC 9112, section 3.2).
      let isOld = version.map { strcmp($0, "HTTP/1.0") == 0 } ?? false
      return isOld ? nil : "no Host"
    case 1: return nil
    // Two readers could disagree about whom it is for.
    default: return "more than one Host"
    }
  }

  /// What the fields say of the body.
  enum Framing: Equatable {
    case none
    case length(Int)
    case chunked
    /// Two readers could disagree about where this request ends (RFC 9112, section 6.3).
    case ambiguous(String)
  }

  /// Reads the framing, refusing what the library would settle in silence.
  static func framing(of headers: HTTPHeaders) -> Framing {
    let lengths = headers.occurrences(of: "Content-Length")
    let encodings = headers.occurrences(of: "Transfer-Encoding")
    if lengths == 0 && encodings == 0 { return .none }
    if encodings > 0 {
      guard lengths == 0 else { return .ambiguous("Content-Length beside Transfer-Encoding") }
      guard encodings == 1, headers["Transfer-Encoding"]?.lowercased() == "chunked" else {
        return .ambiguous("a Transfer-Encoding other than chunked")
      }
      return .chunked
    }
    guard lengths == 1 else { return .ambiguous("more than one Content-Length") }
    guard let text = headers["Content-Length"],
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let length = Int(text)
    else { return .ambiguous("a Content-Length that is no number") }
    return .length(length)
  }

  /// Whether the client waits for a go-ahead before it sends its body.
  static func expectsContinue(_ headers: HTTPHeaders) -> Bool {
    headers["Expect"]?.lowercased() == "100-continue"
  }
}
