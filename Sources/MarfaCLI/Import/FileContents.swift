import Foundation

/// Reads one file as text, within a limit.
struct FileContents {
  let limits: ImportLimits

  /// A file that can't be taken, and why.
  struct Fault: Error, Equatable {
    let kind: ImportIssue.Kind
    let reason: String
  }

  func text(of file: FolderWalk.File) throws(Fault) -> String {
    if !file.isCompressed, file.size > limits.fileBytes {
      throw Fault(kind: .tooLarge, reason: tooLarge)
    }
    var bytes = try read(file.location)
    if file.isCompressed {
      switch Gunzip.bytes(of: bytes, limit: limits.fileBytes) {
      case .success(let plain): bytes = plain
      case .failure(.tooLarge): throw Fault(kind: .tooLarge, reason: tooLarge)
      case .failure(.damaged(let reason)): throw Fault(kind: .compression, reason: reason)
      }
    }
    return try decode(bytes)
  }

  private var tooLarge: String {
    "it is larger than \(limits.fileBytes / 1_048_576) MiB; split it to import it"
  }

  private func read(_ location: String) throws(Fault) -> [UInt8] {
    // Not blocking, in case a pipe has taken the file's place since the folder was read.
    let descriptor = open(location, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw unreadable() }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw unreadable() }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw Fault(kind: .unreadable, reason: "it is no regular file any more")
    }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size) + 1)
    var count = 0
    while true {
      if count == bytes.count { bytes += [UInt8](repeating: 0, count: bytes.count) }
      let got = bytes.withUnsafeMutableBytes {
        Foundation.read(descriptor, $0.baseAddress?.advanced(by: count), $0.count - count)
      }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw unreadable() }
      if got == 0 { break }
      count += got
      if count > limits.fileBytes { throw Fault(kind: .tooLarge, reason: tooLarge) }
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  private func unreadable() -> Fault {
    Fault(kind: .unreadable, reason: "it can't be read: \(String(cString: strerror(errno)))")
  }

  /// UTF-8 with or without its mark, or UTF-16 with one.
  private func decode(_ bytes: [UInt8]) throws(Fault) -> String {
    let text: String
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      guard let wide = String(bytes: bytes, encoding: .utf16) else {
        throw Fault(kind: .encoding, reason: "it begins like UTF-16 and is not")
      }
      text = wide
    } else {
      let plain = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
      guard let narrow = String(validating: plain, as: UTF8.self) else {
        let offset = Self.firstBadByte(in: bytes)
        throw Fault(kind: .encoding, reason: "it is not UTF-8: byte \(offset) begins no character")
      }
      text = narrow
    }
    if text.utf8.contains(0) {
      throw Fault(kind: .encoding, reason: "it holds a NUL character, which no item can hold")
    }
    return text
  }

  private static func firstBadByte(in bytes: [UInt8]) -> Int {
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var offset = 0
    while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let units): offset += units.count
      case .error, .emptyInput: return offset
      }
    }
  }
}
