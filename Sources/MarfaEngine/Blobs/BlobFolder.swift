import Foundation
import MarfaModel

/// A folder that keeps bytes by their names, readable by its owner only.
///
/// Each file is named by the 64 digits of its hash and never changes. Bytes come in under another
/// name and are renamed when they are whole and on disk, so that a file under a hash is complete
/// after any crash; what a crash left behind is found by ``sweep(before:)``.
package struct BlobFolder: Sendable {
  /// Where it is.
  package let url: URL

  /// What the names of files begin with that are still coming in.
  static let incoming = ".incoming-"

  /// Names a folder; ``make()`` makes it.
  package init(_ url: URL) { self.url = url }

  /// Makes the folder, when it is not there yet.
  ///
  /// - Throws: ``MarfaError/storageFull(message:)``, ``MarfaError/io(message:)``.
  package func make() throws(MarfaError) {
    do {
      try FileManager.default.createDirectory(
        at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
      let code = cause?.domain == NSPOSIXErrorDomain ? cause?.code : nil
      throw Self.failure(
        Int32(truncatingIfNeeded: code ?? Int(EIO)), "The folder for files cannot be made.")
    }
  }

  /// Where the bytes of a hash are, or would be.
  package func file(of hash: BlobHash) -> URL { url.appendingPathComponent(hash.hex) }

  /// The number of bytes under a hash; `nil` when there are none.
  package func size(of hash: BlobHash) -> Int64? {
    var status = stat()
    guard lstat(file(of: hash).path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    return Int64(status.st_size)
  }

  /// Tells two files under one hash apart that were placed one after the other.
  package struct Stamp: Sendable, Hashable {
    fileprivate let inode: UInt64
    fileprivate let modified: Int
    fileprivate let size: Int64
  }

  /// The stamp of the file under a hash; `nil` when there is none.
  package func stamp(of hash: BlobHash) -> Stamp? {
    var status = stat()
    guard lstat(file(of: hash).path, &status) == 0 else { return nil }
    return Stamp(
      inode: UInt64(status.st_ino), modified: Self.modified(status), size: Int64(status.st_size))
  }

  /// Whether the bytes under a hash are really those of its name. Reads all of them.
  ///
  /// - Throws: ``MarfaError/io(message:)`` when they are there and cannot be read.
  package func verify(_ hash: BlobHash) throws(MarfaError) -> Bool {
    let descriptor = open(file(of: hash).path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else {
      if errno == ENOENT { return false }
      throw Self.failure(errno, "A file cannot be read.")
    }
    defer { close(descriptor) }
    let digest = ContentDigest()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Self.failure(errno, "A file cannot be read.") }
      if count == 0 { break }
      buffer.withUnsafeBytes { digest.take(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
    return try digest.finish() == hash
  }

  /// Removes the bytes of a hash; none are fine.
  ///
  /// - Throws: ``MarfaError/io(message:)``.
  package func remove(_ hash: BlobHash) throws(MarfaError) {
    guard unlink(file(of: hash).path) == 0 || errno == ENOENT else {
      throw Self.failure(errno, "A file cannot be removed.")
    }
  }

  /// Every hash that there are bytes of, in no order.
  package func hashes() -> [BlobHash] { names().compactMap { BlobHash($0) } }

  /// Removes what was coming in when a process ended, and was last written before a time.
  package func sweep(before time: Date) {
    for name in names() where name.hasPrefix(Self.incoming) {
      let path = url.appendingPathComponent(name).path
      var status = stat()
      guard lstat(path, &status) == 0 else { continue }
      if Double(Self.modified(status)) < time.timeIntervalSince1970 { unlink(path) }
    }
  }

  /// Whether the folder can be read and written now.
  package var isUsable: Bool { access(url.path, R_OK | W_OK | X_OK) == 0 }

  /// The bytes that can still be written to the folder's volume; `nil` when nobody knows.
  package var freeBytes: Int64? {
    var status = statvfs()
    guard statvfs(url.path, &status) == 0 else { return nil }
    let (bytes, overflow) = UInt64(status.f_bavail)
      .multipliedReportingOverflow(by: UInt64(status.f_frsize))
    return overflow ? .max : Int64(clamping: bytes)
  }

  private func names() -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
  }

  private static func modified(_ status: stat) -> Int {
    #if canImport(Darwin)
      status.st_mtimespec.tv_sec
    #else
      status.st_mtim.tv_sec
    #endif
  }

  /// Makes the folder's entries survive a power cut.
  func sync() throws(MarfaError) {
    let descriptor = open(url.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.failure(errno, "The folder for files is gone.") }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else {
      throw Self.failure(errno, "The folder for files cannot be written.")
    }
  }

  /// The error of a failed call of the system. It names no path.
  static func failure(_ code: Int32, _ message: String) -> MarfaError {
    code == ENOSPC || code == EDQUOT || code == EFBIG
      ? .storageFull(message: "There is no space left for this file.")
      : .io(message: "\(message) \(String(cString: strerror(code))).")
  }
}
