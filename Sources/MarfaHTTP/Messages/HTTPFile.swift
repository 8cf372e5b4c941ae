import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// A file opened for an answer, so that what fails to open fails in the handler.
///
/// The bytes stay reachable while the answer is sent, even if the file is renamed or removed. It
/// closes with its last reference.
public final class HTTPFile: Sendable {
  /// The size of the whole file when it was opened, in bytes.
  public let size: Int
  /// The part that is sent, in bytes from the file's start.
  public let range: Range<Int>
  private let descriptor: Int32

  /// Opens a file for reading.
  ///
  /// - Parameters:
  ///   - url: a file URL of an ordinary file.
  ///   - range: the part to send; clamped to the file. The whole file when `nil`.
  /// - Throws: `HTTPServerError.file` when it cannot be opened or is not an ordinary file.
  public init(_ url: URL, range: Range<Int>? = nil) throws(HTTPServerError) {
    let path = url.path
    let opened = open(path, O_RDONLY | O_CLOEXEC)
    guard opened >= 0 else {
      throw .file(name: url.lastPathComponent, reason: String(cString: strerror(errno)))
    }
    var status = stat()
    guard fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(opened)
      throw .file(name: url.lastPathComponent, reason: "not an ordinary file")
    }
    descriptor = opened
    size = Int(status.st_size)
    self.range = range?.clamped(to: 0..<Int(status.st_size)) ?? 0..<Int(status.st_size)
  }

  /// A second descriptor of the same open file, for whoever will close it; -1 when the process
  /// has none left.
  func duplicateDescriptor() -> Int32 { fcntl(descriptor, F_DUPFD_CLOEXEC, 0) }

  deinit { close(descriptor) }
}
