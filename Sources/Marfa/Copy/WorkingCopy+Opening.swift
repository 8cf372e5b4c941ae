import Foundation
import MarfaModel

extension WorkingCopy {
  /// Opens a store with a transport and a clock of the caller's.
  package static func open(
    store file: URL, server: Server?, environment: CopyEnvironment
  ) async throws -> WorkingCopy {
    try await open(
      CopyOpening(file: file, server: server, readsOnly: false, environment: environment))
  }

  /// Opens a store for reading with a clock of the caller's.
  static func openReader(store file: URL, environment: CopyEnvironment) async throws -> WorkingCopy
  {
    try await open(CopyOpening(file: file, server: nil, readsOnly: true, environment: environment))
  }

  private static func open(_ opening: CopyOpening) async throws -> WorkingCopy {
    let core = CopyCore(try await opening.open(), by: opening)
    if core.handle == .writer {
      // What another process left half written long ago; a failure is no reason not to open.
      try? await core.blobs?.sweep(
        before: core.now.date.addingTimeInterval(-Double(Tuning.strayBlobAge.components.seconds)))
    }
    return WorkingCopy(core: core)
  }
}
