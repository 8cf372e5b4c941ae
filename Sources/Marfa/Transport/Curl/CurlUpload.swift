#if canImport(CCurl)
  import CCurl
  import Foundation
  import Glibc

  /// The bytes that follow a request's headers, read bit by bit on the loop's thread.
  struct CurlUpload {
    private enum Source {
      case bytes([UInt8])
      case file(descriptor: Int32)
    }

    /// What one read gave.
    enum Part {
      case bytes(Int)
      /// The file cannot be read, or has become shorter than it was announced.
      case failed
    }

    private let source: Source
    /// How many bytes are announced.
    let size: Int
    private var offset = 0

    /// Makes the upload of a body; `nil` when there is none.
    ///
    /// - Throws: ``TransportError/local(_:)`` when the file cannot be opened or is no plain file.
    init?(_ body: TransportRequest.Body) throws(TransportError) {
      switch body {
      case .none:
        return nil
      case .bytes(let bytes):
        source = .bytes(bytes)
        size = bytes.count
      case .file(let url):
        // Not waiting at the opening: a pipe without a writer would stop every other request.
        let descriptor = url.path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0 else { throw .local(.unreadableFile) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
          close(descriptor)
          throw .local(.unreadableFile)
        }
        source = .file(descriptor: descriptor)
        size = Int(facts.st_size)
      }
    }

    /// Reads the next bytes into libcurl's buffer; none at the end of the body.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Part {
      let wanted = min(buffer.count, size - offset)
      guard wanted > 0 else { return .bytes(0) }
      switch source {
      case .bytes(let bytes):
        bytes.withUnsafeBytes { all in
          buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: all[offset..<offset + wanted]))
        }
        offset += wanted
        return .bytes(wanted)
      case .file(let descriptor):
        var count: Int
        repeat {
          count = pread(descriptor, buffer.baseAddress, wanted, off_t(offset))
        } while count < 0 && errno == EINTR
        guard count > 0 else { return .failed }
        offset += count
        return .bytes(count)
      }
    }

    /// Goes back (or forward) to a place in the body, for a request that is sent again.
    mutating func seek(to place: Int) -> Bool {
      guard (0...size).contains(place) else { return false }
      offset = place
      return true
    }

    /// Closes the file.
    func end() {
      switch source {
      case .bytes: break
      case .file(let descriptor): close(descriptor)
      }
    }
  }
#endif
