import MarfaEngine
import MarfaHTTP
import MarfaModel

/// The bytes of one upload while they arrive, and what is wrong with them, if anything is.
final class BlobUpload: HTTPBodySink, @unchecked Sendable {
  // Unchecked: the network thread that brings the body hands it to the handler with the request.
  private let store: BlobStore
  private var intake: BlobIntake?
  private var lookedAt: Int64 = 0

  /// Why the bytes cannot be taken.
  private(set) var refusal: RuleRefusal?

  /// Begins.
  ///
  /// - Parameter announced: how many bytes are to come, where the sender says so.
  init(into store: BlobStore, announced: Int?) {
    self.store = store
    do {
      // Before the volume is looked at: of a folder that is not there nobody knows the room.
      try store.folder.make()
      refusal = store.refusal(of: Int64(announced ?? 0))
      if refusal == nil { intake = try BlobIntake(into: store.folder) }
    } catch {
      refuse(error)
    }
  }

  /// How many bytes came.
  var count: Int64 { intake?.count ?? 0 }

  /// Whether the bytes are refused.
  var isFull: Bool { refusal != nil }

  /// Takes the next bytes.
  func take(_ bytes: UnsafeRawBufferPointer) {
    guard refusal == nil, let intake else { return }
    do {
      try intake.take(bytes)
    } catch {
      return refuse(error)
    }
    // A body in chunks may never end, and others fill the volume too.
    guard intake.count - lookedAt >= Tuning.reserveLookBytes else { return }
    lookedAt = intake.count
    refusal = store.refusal(of: 0)
    if refusal != nil { self.intake = nil }
  }

  /// What came, ready to be finished and placed.
  ///
  /// - Throws: `insufficient_storage`, `validation_error` when nothing came.
  func whole() throws(RuleRefusal) -> BlobIntake {
    if let refusal { throw refusal }
    guard let intake, intake.count > 0 else { throw .malformed("The body is empty.") }
    return intake
  }

  private func refuse(_ error: MarfaError) {
    refusal = RuleRefusal(serverSide: error)
    intake = nil
  }
}
