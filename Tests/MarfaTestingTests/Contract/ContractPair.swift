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
  /// The network of the real copy.
  let transport = QuietTransport()
  /// What the fake's rows and writes are called in the real copy.
  let names = Names()
  /// What is told with each difference.
  let name: String
  /// Where a test stands, told with each difference.
  let place = Lock("")
  /// How many items there are from the start.
  let seeds: Int
  private let server: MarfaServer
  private let folder: URL
  private let ears: (real: ChangeEar, fake: ChangeEar)
  private let heard = Lock(0)

  static let type = "core.note"
  static let edgeType = "references"
  /// The types of which edges are made: any to any, one to one, many to one.
  static let madeEdgeTypes = ["references", "about", "supersedes", "in-thread"]
  /// The types of which there are edges. An item takes what is beneath it to a server's bin, which
  /// a copy hears of by an event; so none are made of that kind.
  static let edgeTypes = madeEdgeTypes + ["parent-of"]

  /// Starts a server, puts items into it, loads a copy, and makes a fake of what the copy holds.
  private init(seeds: Int, named name: String) async throws {
    self.seeds = seeds
    self.name = name
    folder = FileManager.default.temporaryDirectory.appending(
      path: "marfa-contract-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    server = try await MarfaServer.start(
      ServerConfiguration(
        folder: folder.appending(path: "server"), port: 0, stopDeadline: .seconds(2), log: .none))
    let address = try Self.address(of: server)
    try await Self.seed(seeds, address)
    real = try await WorkingCopy.open(
      store: folder.appending(path: "copy"), server: address, transport: transport,
      clock: ParkedClock())
    // A fake is as a copy that was loaded with all the types that it is given.
    let catalog = TypeCatalog.shipped
    try await real.hydrate(
      types: catalog.types.map(\.id).filter { $0 != TypeId.view }, tier: .all,
      edgeTypes: catalog.edgeTypes.map(\.id))
    transport.becomeQuiet()
    fake = WorkingCopy.fake(
      items: try await real.items.list(
        ListFilters(allStates: true), sort: Sort(field: .createdAt, direction: .ascending)),
      edges: try await real.edges.from(Sample.id(0)),
      itemTypes: try await real.catalog.itemTypes().filter { $0.id != TypeId.view }.map(
        Self.declared),
      edgeTypes: try await real.catalog.edgeTypes())
    ears = (ChangeEar(real.changes()), ChangeEar(fake.copy.changes()))
    // A follow that begins registers declared types, which no fake does.
    await transport.followed()
  }

  /// A type with its fields in the order of their declaration, which a copy tells by name.
  private static func declared(_ type: ItemType) -> ItemType {
    let order = TypeCatalog.shipped.type(type.id)?.fields.map(\.name) ?? []
    return ItemType(
      id: type.id, label: type.label, description: type.description, parent: type.parent,
      version: type.version,
      fields: order.compactMap { name in type.fields.first { $0.name == name } },
      titleField: type.titleField, bodyField: type.bodyField, linkField: type.linkField,
      roles: type.roles, compatibleWith: type.compatibleWith)
  }

  /// Does something with a pair, and clears it away.
  ///
  /// - Parameter name: what is told with each difference.
  static func run(
    seeds: Int = 6, named name: String = "", _ work: (ContractPair) async throws -> Void
  ) async throws {
    let pair = try await ContractPair(seeds: seeds, named: name)
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
          "edge_type": .string(number < 3 ? "parent-of" : edgeType),
          "id": .string(Sample.id(900 + number)),
        ])
    }
    await client.close()
  }

  /// What a side calls something.
  func id(_ ref: ContractRef, in copy: WorkingCopy) -> String {
    copy === real ? ref.real : ref.fake
  }

  /// What both streams told since the last time, up to a mark that is sent for the purpose.
  func changes() async -> ([Change], [Change]) {
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
