import Foundation

/// A small file that only its owner reads, written whole or not at all.
struct PrivateFile: Sendable {
  /// Where it is.
  let url: URL

  /// Reads it; `nil` when there is none.
  ///
  /// - Parameter limit: the most bytes that are read; a larger file is cut there.
  /// - Throws: ``AuthorityFailure/file(name:reason:)``.
  func read(limit: Int = 4_096) throws(AuthorityFailure) -> [UInt8]? {
    let descriptor = open(url.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw failure()
    }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: limit)
    var count = 0
    while count < limit {
      let got = bytes.withUnsafeMutableBytes { buffer in
        Foundation.read(descriptor, buffer.baseAddress?.advanced(by: count), limit - count)
      }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw failure() }
      if got == 0 { break }
      count += got
    }
    return Array(bytes[..<count])
  }

  /// Writes it with the mode 0600, so that after a crash it is there whole or as it was before.
  ///
  /// - Throws: ``AuthorityFailure/file(name:reason:)``.
  func write(_ bytes: [UInt8]) throws(AuthorityFailure) {
    let folder = url.deletingLastPathComponent()
    let temporary = folder.appendingPathComponent(".\(url.lastPathComponent).\(UUID().uuidString)")
    let descriptor = open(
      temporary.path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw failure() }
    do {
      try fill(descriptor, bytes)
    } catch {
      close(descriptor)
      unlink(temporary.path)
      throw error
    }
    close(descriptor)
    guard rename(temporary.path, url.path) == 0 else {
      let failure = failure()
      unlink(temporary.path)
      throw failure
    }
    try sync(folder)
  }

  private func fill(_ descriptor: Int32, _ bytes: [UInt8]) throws(AuthorityFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw failure() }
      rest = rest.dropFirst(count)
    }
    guard fsync(descriptor) == 0 else { throw failure() }
  }

  /// Makes the folder's entry for the file survive a power cut too.
  private func sync(_ folder: URL) throws(AuthorityFailure) {
    let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure() }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw failure() }
  }

  private func failure() -> AuthorityFailure {
    .file(name: url.lastPathComponent, reason: String(cString: strerror(errno)))
  }
}
