import Foundation
import MarfaSQL
import Resilience

@testable import Marfa

/// The file of a copy's store, and what is left of it when the process that has it open dies.
final class SimStore: Sendable {
  /// Where it is.
  let file: URL
  private let number: Int
  private struct State {
    var copy: WorkingCopy?
    var remains: URL?
  }

  private let state = Lock(State())

  /// Names the store of a device that is opened for this time.
  init(_ device: String, in folder: URL, number: Int = 0) {
    file = folder.appending(path: "\(device)-\(number)")
    self.number = number
  }

  /// Names what a crash has left.
  private init(remains: URL, number: Int) {
    file = remains
    self.number = number
  }

  /// Whether the process that had it open has died.
  var isLeftByCrash: Bool { state.withLock { $0.remains != nil } }

  /// What the next opening finds: the file itself, or what a crash has left of it.
  var next: SimStore {
    guard let remains = state.withLock({ $0.remains }) else { return self }
    return SimStore(remains: remains, number: number + 1)
  }

  /// Says who has it open.
  func opened(by copy: WorkingCopy) { state.withLock { $0.copy = copy } }

  /// Keeps the store as it is now: what was committed, and the log beside it.
  func keepRemains() async throws {
    guard let copy = state.withLock({ $0.copy }) else { return }
    let kept = file.deletingLastPathComponent().appending(
      path: "\(file.lastPathComponent.prefix(1))-\(number + 1)")
    // In the writer's turn, so that nothing is written or moved from the log meanwhile.
    try await copy.core.store.database.write { [file] _ in
      for ending in ["", "-wal", ".blobs"] {
        let (from, to) = (file.path + ending, kept.path + ending)
        guard FileManager.default.fileExists(atPath: from) else { continue }
        try FileManager.default.copyItem(atPath: from, toPath: to)
      }
    }
    state.withLock { $0.remains = kept }
  }

  /// Lets go of the copy that had it open.
  func closed() { state.withLock { $0.copy = nil } }
}
