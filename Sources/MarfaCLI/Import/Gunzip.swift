import CZlib

/// Unpacks gzip files, of one member or of several in a row.
enum Gunzip {
  enum Fault: Error, Equatable {
    /// The content is longer than the limit.
    case tooLarge
    /// The file is cut or broken; the text says which.
    case damaged(String)
  }

  /// The content of a whole gzip file.
  ///
  /// - Parameters:
  ///   - packed: the file's bytes.
  ///   - limit: the most bytes to give out; a small file can unpack to gigabytes.
  static func bytes(of packed: [UInt8], limit: Int) -> Result<[UInt8], Fault> {
    var stream = z_stream()
    // 16 more than the largest window: gzip, and nothing else. `inflateInit2` itself is a macro.
    let opened = inflateInit2_(
      &stream, MAX_WBITS + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard opened == Z_OK else { return .failure(.damaged("zlib could not be started")) }
    defer { inflateEnd(&stream) }

    var plain: [UInt8] = []
    plain.reserveCapacity(min(packed.count * 4, limit))
    var chunk = [UInt8](repeating: 0, count: 65_536)
    var input = packed
    return input.withUnsafeMutableBufferPointer { packed in
      stream.next_in = packed.baseAddress
      stream.avail_in = UInt32(clamping: packed.count)
      while true {
        let (state, count) = chunk.withUnsafeMutableBufferPointer { out -> (Int32, Int) in
          stream.next_out = out.baseAddress
          stream.avail_out = UInt32(out.count)
          let state = inflate(&stream, Z_NO_FLUSH)
          return (state, out.count - Int(stream.avail_out))
        }
        plain += chunk[..<count]
        if plain.count > limit { return .failure(.tooLarge) }
        switch state {
        case Z_OK: continue
        case Z_STREAM_END:
          if stream.avail_in == 0 { return .success(plain) }
          guard inflateReset(&stream) == Z_OK else { return .failure(.damaged("zlib stopped")) }
        case Z_BUF_ERROR:
          return .failure(.damaged("the compressed file ends too early"))
        default:
          let said = stream.msg.map { String(cString: $0) } ?? "it is not gzip"
          return .failure(.damaged("the compressed file is damaged: \(said)"))
        }
      }
    }
  }
}
