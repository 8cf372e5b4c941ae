import Foundation
import MarfaEngine
import MarfaServer
import MarfaTesting
import Testing

@testable import Marfa

/// A real copy with a real server, and a fake that holds the same from the start.
final class ContractPair: Sendable {
  let real: WorkingCopy
  let fake: FakeCopy
  /// What the fake's rows and writes are called in the real copy.
  let names = Names()
  private let server: MarfaServer
  private let folder: URL
  private let ears: (real: ChangeEar, fake: ChangeEar)
  private let heard = Lock(0)

  static let type = "core.note"
  static let edgeType = "references"

  /// Starts a server, puts items into it, loads a copy, and makes a fake of what the copy holds.
  private init(seeds: Int) async throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "marfa-contract-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    server = try await MarfaServer.start(
      ServerConfiguration(
        folder: folder.appending(path: "server"), port: 0, stopDeadline: .seconds(2), log: .none))
    let address = try Self.address(of: server)
    try await Self.seed(seeds, address)
    let transport = QuietTransport()
    real = try await WorkingCopy.open(
      store: folder.appending(path: "copy"), server: address, transport: transport,
      clock: ParkedClock())
    try await real.hydrate(types: [Self.type], tier: .all, edgeTypes: [Self.edgeType])
    transport.becomeQuiet()
    fake = WorkingCopy.fake(
      items: try await real.items.list(
        ListFilters(allStates: true), sort: Sort(field: .createdAt, direction: .ascending)),
      edges: try await real.edges.ofType(Self.edgeType),
      itemTypes: try await real.catalog.itemTypes().filter { $0.id != TypeId.view },
      edgeTypes: try await real.catalog.edgeTypes())
    ears = (ChangeEar(real.changes()), ChangeEar(fake.copy.changes()))
    // A follow that begins registers declared types, which no fake does.
    await transport.followed()
  }

  /// Does something with a pair, and clears it away.
  static func run(seeds: Int = 6, _ work: (ContractPair) async throws -> Void) async throws {
    let pair = try await ContractPair(seeds: seeds)
    do {
      try await work(pair)
      await pair.close()
    } catch {
      await pair.close()
      throw error
    }
  }

  /// The server with its first key.
  var address: Server {
    get throws { try Self.address(of: server) }
  }

  private static func address(of server: MarfaServer) throws -> Server {
    let key = try String(contentsOf: server.keyFile, encoding: .utf8)
    return Server(url: server.address, key: key.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  private func close() async {
    await real.close()
    await fake.copy.close()
    _ = await server.stop()
    try? FileManager.default.removeItem(at: folder)
  }

  private static func seed(_ count: Int, _ address: Server) async throws {
    let client = Client(server: address)
    for number in 0..<count {
      let tags: [JSONValue] = number % 2 == 0 ? ["even"] : []
      _ = try await client.request(
        "POST", "/items",
        body: [
          "type": .string(type), "id": .string(Sample.id(number)),
          "properties": [
            "title": .string("Seed \(number)"), "body": .string("Words of seed \(number)"),
          ],
          "tags": .array(tags), "tier": number % 3 == 0 ? "feed" : "library",
          "occurred_at": .string(ContractSteps.time(number)),
        ])
    }
    for number in 1..<count {
      _ = try await client.request(
        "POST", "/edges",
        body: [
          "source_id": .string(Sample.id(0)), "target_id": .string(Sample.id(number)),
          "edge_type": .string(edgeType), "id": .string(Sample.id(900 + number)),
        ])
    }
    await client.close()
  }

  // MARK: - Comparing

  /// Makes a call on both and compares what they answer or throw, and what their streams told.
  ///
  /// - Returns: whether they were the same.
  @discardableResult
  func same<Value: Equatable & Sendable>(
    _ what: String, _ location: SourceLocation = #_sourceLocation,
    told: (Value, Names, Names.Side) -> Value,
    _ call: (WorkingCopy) async throws -> Value
  ) async -> Bool {
    let real = await outcome { told(try await call(self.real), names, .real) }
    let fake = await outcome { told(try await call(self.fake.copy), names, .fake) }
    var isSame = true
    if real != fake {
      Issue.record("\(what)\nreal: \(real)\nfake: \(fake)", sourceLocation: location)
      isSame = false
    }
    let (ofReal, ofFake) = await changes()
    if ofReal != ofFake {
      Issue.record("feed of \(what)\nreal: \(ofReal)\nfake: \(ofFake)", sourceLocation: location)
      isSame = false
    }
    return isSame
  }

  enum Outcome<Value: Equatable & Sendable>: Equatable, Sendable {
    case answered(Value)
    case threw(MarfaError)
    case other(String)
  }

  private func outcome<Value>(_ call: () async throws -> Value) async -> Outcome<Value> {
    do {
      return .answered(try await call())
    } catch let error as MarfaError {
      return .threw(error)
    } catch {
      return .other("\(error)")
    }
  }

  /// What both streams told since the last time, up to a mark that is sent for the purpose.
  private func changes() async -> ([Change], [Change]) {
    let mark = Change(origin: .saved(dataVersion: -1))
    real.tell(mark)
    fake.send(mark)
    var told: [[Change]] = []
    let from = heard.withLock { $0 }
    for (ear, side) in [(ears.real, Names.Side.real), (ears.fake, .fake)] {
      await ear.wait { $0.dropFirst(from).contains(mark) }
      told.append(ear.changes.dropFirst(from).map { names.shown($0, side) })
    }
    // Both end with the mark; when they differ in length the comparison fails anyway.
    heard.withLock { $0 = from + told[0].count }
    return (told[0], told[1])
  }
}
