import MarfaEngine
import MarfaModel
import MarfaSQL

/// What a drain works with: the copy's store, and the server or what stands in its place.
struct DrainWay: Sendable {
  let store: CopyStore
  let line: any DrainLine
  /// The server itself; `nil` where something stands in its place.
  let bench: SyncBench?
  /// How many writes are on their way at once.
  let pace: DrainPace

  /// What the copy knows of itself now, when it can take answers.
  ///
  /// - Throws: `noCursor`, `hydrationIncomplete`, `copyExpired`.
  func meta() async throws -> CopyMeta {
    let meta = try await store.meta()
    try meta.requireComplete()
    return meta
  }
}
