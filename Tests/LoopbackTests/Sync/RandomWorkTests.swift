import Marfa
import MarfaModel
import Resilience
import Testing

@testable import MarfaCLI

@Suite("Random work on two devices")
struct RandomWorkTests {
  @Test(
    "whatever two devices do in whatever order, they and the server end with the same rows",
    arguments: 1...12 as ClosedRange<UInt64>)
  func converges(_ seed: UInt64) async throws {
    try await Loopback.run { client in
      for number in 0..<6 { try await client.note("Seed \(number)", tags: ["t\(number % 2)"]) }
    } _: { loopback in
      var work = RandomWork(seed: seed, devices: [loopback.laptop, loopback.phone])
      for _ in 0..<80 { try await work.step() }
      try await loopback.settle()
      let served = try await loopback.expectSame()
      for title in work.titles {
        let holders = served.items.values.filter { $0.properties["made"]?.string == title }
          .filter { !$0.tags.contains("conflicted-copy") }
        #expect(holders.count == 1, "\(title) of seed \(seed)")
      }
      // A device that loads now holds what those two came to step by step.
      let late = try await DemoDevice.open(
        "late", in: loopback.server.folder, server: loopback.server.server)
      try await late.hydrate()
      let held = try await HeldRows(of: late, edgeTypes: Loopback.edgeTypes)
      #expect(held.differences(to: served.rows) == [], "seed \(seed)")
      await late.copy.close()
    }
  }
}

/// Does one random thing after the other on two devices, the same for the same seed.
struct RandomWork {
  private var random: SeededGenerator
  private let devices: [DemoDevice]
  private var count = 0
  /// What every item that was made is known by.
  private(set) var titles: [String] = []

  init(seed: UInt64, devices: [DemoDevice]) {
    random = SeededGenerator(seed: seed)
    self.devices = devices
  }

  /// Does one thing. What a device refuses at once counts as done.
  mutating func step() async throws {
    count += 1
    let device = devices[Int.random(in: 0..<devices.count, using: &random)]
    do {
      try await step(on: device)
    } catch MarfaError.notFound, MarfaError.validation, MarfaError.invalid {
      // The item is in the bin here, or the state does not allow it.
    }
  }

  private mutating func step(on device: DemoDevice) async throws {
    let copy = device.copy
    switch Int.random(in: 0..<14, using: &random) {
    case 0, 1:
      let title = "\(device.name) \(count)"
      titles.append(title)
      try await copy.items.create(
        Draft(
          type: Loopback.note,
          properties: ["title": .string(title), "made": .string(title), "body": "made"],
          tags: count % 3 == 0 ? ["fresh"] : []))
    case 2, 3: try await device.set(try await any(on: device), "title", .string("title \(count)"))
    case 4: try await device.set(try await any(on: device), "body", .string("body \(count)"))
    case 5: try await device.set(try await any(on: device), "notes", .string("notes \(count)"))
    case 6: try await copy.tags.add("t\(count % 5)", to: try await any(on: device))
    case 7: try await copy.tags.remove("t\(count % 5)", from: try await any(on: device))
    case 8:
      try await copy.edges.create(
        from: try await any(on: device), to: try await any(on: device), type: "references")
    case 9:
      guard let edge = try await copy.edges.ofType("references").randomElement(using: &random)
      else { return }
      try await copy.edges.delete(edge.id)
    case 10: try await copy.items.delete(try await any(on: device))
    case 11:
      let binned = try await copy.items.list(ListFilters(state: .trashed))
      guard let id = binned.map(\.id).sorted().randomElement(using: &random) else { return }
      try await copy.items.restore(id)
    case 12: _ = try await copy.queue.drain()
    default: _ = try await copy.catchUp()
    }
  }

  private mutating func any(on device: DemoDevice) async throws -> String {
    let ids = try await device.copy.items.list().map(\.id).sorted()
    return ids.randomElement(using: &random) ?? "none"
  }
}
