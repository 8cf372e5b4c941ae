import Marfa
import MarfaModel

/// One run: three copies, a server, a rough network, and what they do at random.
struct Simulation {
  /// What all of it follows from.
  let seed: UInt64

  /// How many things happen before everything comes to rest, at least and at most.
  private static let steps = 10..<40

  /// Runs it.
  ///
  /// - Returns: the world, which knows everything that happened.
  func run() async throws -> SimWorld {
    let world = try SimWorld(seed: seed)
    let server = try await SimServer(world)
    let network = SimNetwork(server, world)
    var devices: [SimDevice] = []
    for (name, slice) in [
      ("A", SimSlice.everything), ("B", .everything), ("C", .library),
    ] {
      devices.append(try await SimDevice(name, slice, network))
    }
    let work = SimWork(world: world, network: network, devices: devices)
    network.meanwhile { await work.meanwhile($0) }
    for device in devices where world.happens(80) { await work.hydrate(device) }
    if let first = devices.first { await work.begin(on: first) }
    for device in devices where world.happens(80) { await work.catchUp(device) }
    network.roughen()
    for _ in 0..<(Self.steps.lowerBound + world.below(Self.steps.count)) where !world.hasFailed {
      await work.step()
    }
    if !world.hasFailed { try await SimRest(work: work).run() }
    for device in devices { await device.close() }
    await server.stop()
    // What happens in between knows the network, which would keep itself.
    network.meanwhile { _ in }
    return world
  }
}
