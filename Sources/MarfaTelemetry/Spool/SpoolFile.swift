import Foundation
import Resilience

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The file in which requests wait that did not get through, for an app that asked for one.
///
/// Whatever goes wrong with the file, nothing is kept and nobody is bothered.
actor SpoolFile {
  private nonisolated let file: URL
  private let capacity: Int
  /// What is written before it takes the file's place.
  private nonisolated var fresh: URL { file.appendingPathExtension("new") }
  /// Counts the times that all was dropped, so that work begun before leaves nothing behind.
  private nonisolated let drops = Lock<UInt64>(0)

  /// - Parameter capacity: how large the file may grow, in bytes.
  init(file: URL, capacity: Int) {
    self.file = file
    self.capacity = capacity
  }

  /// Which stretch between two drops it is; what is kept is kept for one of them.
  nonisolated var stretch: UInt64 { drops.withLock { $0 } }

  /// Deletes the file at once, and all that is being written to it.
  nonisolated func drop() {
    drops.withLock { $0 += 1 }
    try? FileManager.default.removeItem(at: file)
    // One that a process left that ended while it wrote.
    try? FileManager.default.removeItem(at: fresh)
  }

  /// Keeps a request, behind the others or in front of them. Answers whether it is kept.
  @discardableResult
  func keep(
    _ request: TelemetryRequest, first: Bool, of endpoint: Endpoint, in stretch: UInt64
  ) -> Bool {
    var contents = read(endpoint)
    return contents.add(request, first: first, capacity: capacity) && write(contents, in: stretch)
  }

  /// Takes the oldest out, before it is sent: so it is never sent twice.
  func take(of endpoint: Endpoint, in stretch: UInt64) -> TelemetryRequest? {
    var contents = read(endpoint)
    let request = contents.takeFirst()
    // Without a request it is written too: what another destination left goes.
    return write(contents, in: stretch) ? request : nil
  }

  private func read(_ endpoint: Endpoint) -> SpoolContents {
    // A file that somebody else made larger than the bound is not read into memory.
    let size = (try? file.resourceValues(forKeys: [.fileSizeKey]))?.fileSize ?? 0
    let bytes = size <= capacity ? (try? Data(contentsOf: file)).map(Array.init) : nil
    return SpoolContents(bytes: bytes ?? [], endpoint: endpoint)
  }

  /// Whether the file now holds this and all was not dropped meanwhile.
  private func write(_ contents: SpoolContents, in stretch: UInt64) -> Bool {
    guard self.stretch == stretch else { return false }
    if contents.requests.isEmpty {
      try? FileManager.default.removeItem(at: file)
      return !FileManager.default.fileExists(atPath: file.path)
    }
    let isWritten = FileManager.default.createFile(
      atPath: fresh.path, contents: Data(contents.bytes), attributes: [.posixPermissions: 0o600])
    guard isWritten, rename(fresh.path, file.path) == 0 else {
      try? FileManager.default.removeItem(at: fresh)
      return false
    }
    // A drop between the question above and the renaming deleted the file before it was there.
    guard self.stretch == stretch else {
      try? FileManager.default.removeItem(at: file)
      return false
    }
    return true
  }
}
