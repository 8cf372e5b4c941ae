import MarfaTesting
import Testing

@testable import Marfa

/// Random writes and reads of edges.
extension ContractSteps {
  private mutating func edge() -> ContractRef {
    one(in: 12) ? ContractRef(pick([Sample.id(99_999), "", "no-id"])) : pick(edges)
  }

  private mutating func properties() -> JSONObject {
    pick([[:], [:], ["why": .string(word())], ["why": .null], ["n": .number(.infinity)]])
  }

  mutating func createEdge() async -> Bool {
    let (source, target, properties) = (item(), item(), properties())
    let type =
      one(in: 15) ? pick(["unheard-of", "", "in-folder"]) : pick(ContractPair.madeEdgeTypes)
    var id = one(in: 3) ? nil : Sample.id(50_000 + next())
    if one(in: 25) { id = pick(["no-id", "", Sample.id(901)]) }
    let (isSame, _, edge) = await queued(
      .createEdge, "\(type) \(source) \(target) \(properties) \(id ?? "-")", may: [.heldId]
    ) { [pair, id] copy in
      try await copy.edges.create(
        from: pair.id(source, in: copy), to: pair.id(target, in: copy), type: type,
        properties: properties, id: id)
    }
    if let edge { edges.append(edge) }
    return isSame
  }

  /// The version of an edge that both hold, now and then another one.
  private mutating func version(of edge: ContractRef) async -> Int64 {
    var version: Int64 = 1
    for type in ContractPair.edgeTypes {
      let held = try? await pair.real.edges.ofType(type).first { $0.id == edge.real }
      version = held?.version ?? version
    }
    return one(in: 8) ? pick([9, 0, -1, .max]) : version
  }

  mutating func updateEdge() async -> Bool {
    let (edge, properties) = (edge(), properties())
    let version = await version(of: edge)
    return await queued(.updateEdge, "\(edge) \(properties) \(version)") { [pair] copy in
      try await copy.edges.update(
        pair.id(edge, in: copy), properties: properties, baseVersion: version)
    }.isSame
  }

  mutating func moveEdge() async -> Bool {
    let edge = edge()
    // Those that say what is beneath the first item stay, for the lists that ask.
    guard !edges.prefix(2).contains(edge) else { return await edges(ofType: "about") }
    let (source, target) = pick([(item(), nil), (nil, item()), (nil, item()), (item(), item())])
    let version = await version(of: edge)
    let what =
      "\(edge) \(source.map { "\($0)" } ?? "-") \(target.map { "\($0)" } ?? "-") \(version)"
    return await queued(.moveEdge, what) { [pair] copy in
      try await copy.edges.move(
        pair.id(edge, in: copy), from: source.map { pair.id($0, in: copy) },
        to: target.map { pair.id($0, in: copy) }, baseVersion: version)
    }.isSame
  }

  mutating func deleteEdge() async -> Bool {
    let edge = edge()
    // Those that say what is beneath the first item stay, for the lists that ask.
    guard !edges.prefix(2).contains(edge) else { return await edges(ofType: "parent-of") }
    return await queued(.deleteEdge, "\(edge)") { [pair] copy in
      try await copy.edges.delete(pair.id(edge, in: copy))
    }.isSame
  }

  mutating func readEdges(_ call: ContractCall) async -> Bool {
    if call == .edgesOfType {
      return await edges(ofType: pick(ContractPair.edgeTypes + ["unheard-of", ""]))
    }
    let item = item()
    return await edges(call, "\(item)") { [pair] copy in
      let id = pair.id(item, in: copy)
      return call == .edgesFrom ? try await copy.edges.from(id) : try await copy.edges.to(id)
    }
  }

  func edges(ofType type: String) async -> Bool {
    await edges(.edgesOfType, type) { try await $0.edges.ofType(type) }
  }

  private func edges(
    _ call: ContractCall, _ what: String, _ body: (WorkingCopy) async throws -> [Edge]
  ) async -> Bool {
    await pair.same(
      call, what,
      told: { [pair] edges, side in
        // Edges have no order that an app may rely on.
        edges.map { pair.names.shown($0, side) }.sorted { $0.id < $1.id }
      }, body)
  }
}
