import Foundation
import MarfaModel
import MarfaSQL
import MarfaTesting
import Resilience
import Testing

@testable import Marfa

/// A working copy over a real store in a folder of its own, and a scripted server on a clock that
/// stands still.
final class CopyBench: Sendable {
  /// A key that no error, no store and no log may ever hold.
  static let key = "mk_secret_8f3a91c2d7"
  static let address = "https://server.example"

  let clock: VirtualClock
  /// What this and the other benches of a test know of servers; `nil` for each opening its own.
  let standings: ServerStandings?
  let server: ScriptedServer
  let transport: ScriptedTransport
  let folder: URL

  init(
    server: ScriptedServer = ScriptedServer(), clock: VirtualClock = VirtualClock(),
    standings: ServerStandings? = nil
  ) throws {
    self.server = server
    self.clock = clock
    self.standings = standings
    transport = ScriptedTransport(clock: clock)
    folder = FileManager.default.temporaryDirectory.appending(path: "copy-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    transport.answering { [server] in try await server.answer($0) }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  var store: URL { folder.appending(path: "store") }

  var environment: CopyEnvironment {
    let transport = transport
    return CopyEnvironment(
      transport: {
        transport.reopen()
        return transport
      }, clock: clock, standings: standings)
  }

  /// Opens the copy with a server.
  func open(address: String = address) async throws -> WorkingCopy {
    // A URL of constant text.
    let server = Server(url: URL(string: address)!, key: Self.key)
    return try await WorkingCopy.open(store: store, server: server, environment: environment)
  }

  /// Opens the copy with a server, and a limit of its own for the bytes of files.
  func open(keepingBytes limit: Int64) async throws -> WorkingCopy {
    let opening = CopyOpening(
      // A URL of constant text.
      file: store, server: Server(url: URL(string: Self.address)!, key: Self.key),
      readsOnly: false, environment: environment)
    return WorkingCopy(core: CopyCore(try await opening.open(), by: opening, blobLimit: limit))
  }

  /// Opens the copy without a server.
  func openAlone() async throws -> WorkingCopy {
    try await WorkingCopy.open(store: store, server: nil, environment: environment)
  }

  /// Opens the copy, loads it, and forgets what was asked meanwhile.
  func hydrated(
    _ types: [String] = ["core.note"], tier: SliceTier = .library, edgeTypes: [String] = []
  ) async throws -> WorkingCopy {
    let copy = try await open()
    try await copy.hydrate(types: types, tier: tier, edgeTypes: edgeTypes)
    transport.forget()
    return copy
  }

  /// Takes a stream of changes while the follow that this starts waits for its first answer, so
  /// that what a call does is not done by the follow before it.
  func ear(_ copy: WorkingCopy) async -> ChangeEar {
    let isFirst = Lock(true)
    server.door { request in
      guard request.line == "GET /" else { return nil }
      let stalls = isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      return stalls ? .stall : nil
    }
    let asked = transport.lines.count { $0 == "GET /" }
    let ear = ChangeEar(copy.changes())
    await transport.waitFor("GET /", times: asked + 1)
    return ear
  }

  /// Waits until the follow sleeps before it asks again, and answers for how long.
  func followWait() async -> Duration {
    await clock.wait { left in left.contains(where: Self.isFollowWait) }
    return clock.pendingTimers.first(where: Self.isFollowWait) ?? .zero
  }

  /// Waits until the follow sleeps at least so long, and lets that time pass.
  ///
  /// - Parameter meanwhile: done while it sleeps.
  func advance(past floor: Duration, meanwhile: () -> Void = {}) async {
    await clock.wait { left in left.contains { Self.isFollowWait($0) && $0 >= floor } }
    meanwhile()
    let wait = clock.pendingTimers.first { Self.isFollowWait($0) && $0 >= floor }
    clock.advance(by: wait ?? .zero)
  }

  /// Neither the index's idle moment, nor the silence of a stream, nor how long a refusal's body or
  /// a first frame may take.
  private static func isFollowWait(_ left: Duration) -> Bool {
    let others: [Duration] = [
      .milliseconds(100), Tuning.followSilence, Tuning.refusalTimeout, Tuning.firstFrameTimeout,
    ]
    return !others.contains(left)
  }

  /// A row as the store shows it, in any state, the bin included.
  func row(_ id: String, in copy: WorkingCopy) async throws -> Item? {
    try await copy.core.store.database.read { connection in
      try SliceRows(connection, catalog: .shipped, slice: nil).rows.item(id)
    }
  }

  /// Runs a statement on the copy's store behind its back.
  func run(_ sql: String, in copy: WorkingCopy) async throws {
    try await copy.core.store.database.write { _ = try $0.run(sql) }
  }

  /// Sets a setting of the connection that writes.
  func pragma(_ setting: String, in copy: WorkingCopy) async throws {
    try await copy.core.store.database.write { _ = try $0.integer("PRAGMA \(setting)") }
  }

  /// How many rows a query finds in the copy's store.
  func count(_ sql: String, in copy: WorkingCopy) async throws -> Int64 {
    try await copy.core.store.database.read { try $0.integer(sql) ?? 0 }
  }
}

/// An id whose last digits are a number, for tests that need many.
func id(_ number: Int) -> String {
  let digits = String(number)
  return "0197a3c2-0000-7000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
}

/// What a call throws, which must be a `MarfaError`.
func thrown(
  sourceLocation: SourceLocation = #_sourceLocation, _ call: () async throws -> Void
) async -> MarfaError? {
  do {
    try await call()
    Issue.record("nothing was thrown", sourceLocation: sourceLocation)
    return nil
  } catch let error as MarfaError {
    return error
  } catch {
    Issue.record("a \(type(of: error)) was thrown", sourceLocation: sourceLocation)
    return nil
  }
}

extension MarfaError {
  /// The server's word that an error carries, where its case has room for one.
  var serverCode: String? {
    switch self {
    case .notFound(let code, _), .unauthorized(let code, _), .forbidden(let code, _),
      .validation(let code, _), .rateLimited(let code, _, _), .server(_, let code, _):
      code
    case .copyExpired(let reason, _), .streamIncomplete(let reason, _): reason
    default: nil
    }
  }
}
