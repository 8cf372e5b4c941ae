import Foundation
import MarfaModel
import Resilience

@testable import Marfa

/// One device: a real copy over a file, which can be closed, die, and be opened again.
final class SimDevice: Sendable {
  private struct Opened {
    var copy: WorkingCopy
    var transport: SimTransport
    var store: SimStore
  }

  let name: String
  /// What it holds.
  let slice: SimSlice
  /// What became of its writes.
  let ledger: SimLedger
  let world: SimWorld
  /// The latest version of each item that it has shown since it was opened.
  private let seen = Lock<[String: Int64]>([:])
  private let network: SimNetwork
  private let opened: Lock<Opened>

  /// Opens an empty store.
  init(_ name: String, _ slice: SimSlice, _ network: SimNetwork) async throws {
    self.name = name
    self.slice = slice
    self.network = network
    world = network.world
    ledger = SimLedger(name, network)
    opened = Lock(
      try await Self.open(SimStore(name, in: network.world.folder), of: name, network))
  }

  /// The copy as it is open now.
  var copy: WorkingCopy { opened.withLock { $0.copy } }

  /// Its way into the network.
  var transport: SimTransport { opened.withLock { $0.transport } }

  private static func open(_ store: SimStore, of name: String, _ network: SimNetwork) async throws
    -> Opened
  {
    let world = network.world
    let skew = Duration.seconds(world.below(2 * 86_400) - 86_400)
    let clock = world.makeClock(skew: world.happens(50) ? skew : .zero)
    let transport = SimTransport(name, network) {
      do {
        try await store.keepRemains()
      } catch {
        world.fail("\(name): the store can't be copied: \(error)")
      }
    }
    guard let address = URL(string: SimServer.address) else { throw URLError(.badURL) }
    let copy = try await WorkingCopy.open(
      store: store.file, server: Server(url: address, key: name),
      environment: CopyEnvironment(transport: { transport }, clock: clock))
    store.opened(by: copy)
    return Opened(copy: copy, transport: transport, store: store)
  }

  /// Closes the copy and opens it again, with a clock that may be off: in order, or what is left
  /// of it after its process died.
  func reopen() async {
    let (copy, store) = opened.withLock { ($0.copy, $0.store) }
    await copy.close()
    store.closed()
    world.note("\(name) is opened again\(store.isLeftByCrash ? " after a crash" : "")")
    do {
      let next = try await Self.open(store.next, of: name, network)
      opened.withLock { $0 = next }
      seen.withLock { $0 = [:] }
    } catch {
      world.fail("\(name) can't be opened again: \(error)")
    }
  }

  /// Looks at the items that are shown: none goes back to an earlier version.
  func see(_ items: [Item]) {
    let back = seen.withLock { seen in
      items.filter { item in
        let before = seen[item.id] ?? 0
        seen[item.id] = item.version
        return item.version < before
      }
    }
    for item in back { world.fail("\(name) shows \(item.id) at \(item.version) again") }
  }

  /// Opens the copy again if its process died meanwhile.
  func riseIfDead() async {
    if transport.isDead { await reopen() }
  }

  /// Ends it.
  func close() async {
    let (copy, store) = opened.withLock { ($0.copy, $0.store) }
    await copy.close()
    store.closed()
  }
}
