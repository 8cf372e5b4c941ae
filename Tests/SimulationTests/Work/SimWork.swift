import Foundation
import Marfa
import MarfaModel

/// The things that devices do at random: edits of all kinds, and what keeps a copy in step.
struct SimWork: Sendable {
  let world: SimWorld
  let network: SimNetwork
  let devices: [SimDevice]

  /// Does one thing on a random device, or to the server.
  func step() async {
    guard let device = world.one(of: devices) else { return }
    switch world.weighted([
      (50, Step.edit), (18, .drain), (12, .catchUp), (2, .hydrate), (5, .follow), (4, .restart),
      (5, .care), (4, .time), (4, .reach), (3, .late), (1, .server),
    ]) {
    case .edit: await edits(on: device)
    case .drain: await drain(device)
    case .catchUp: await catchUp(device)
    case .hydrate: await hydrate(device)
    case .follow: await SimFollowing(work: self, device: device).run()
    case .restart: await device.reopen()
    case .care: await care(device)
    case .time:
      let time = Duration.seconds(world.below(7_200))
      world.note("\(time) pass")
      world.pass(time)
    case .reach:
      let isOffline = !network.isOffline(device.name)
      world.note("\(device.name) is \(isOffline ? "offline" : "online")")
      network.setOffline(isOffline, device.name)
    case .late: await network.deliverLate()
    case .server:
      if world.happens(60) {
        world.note("the server restarts")
        await network.server.restart()
      } else {
        world.note("the server forgets events")
        await attempt("forgetting events") { try await network.server.forgetEvents() }
      }
    }
    await device.riseIfDead()
    await look(device)
  }

  /// Something that happens while a request of a device is under way.
  func meanwhile(_ busy: String) async {
    guard let other = world.one(of: devices) else { return }
    if other.name == busy || world.happens(30) {
      await edit(on: other)
    } else if world.happens(70) {
      await edit(on: other)
      await drain(other)
    } else {
      await catchUp(other)
    }
    if other.name != busy { await other.riseIfDead() }
  }

  private enum Step {
    case edit, drain, catchUp, hydrate, follow, restart, care, time, reach, late, server
  }

  // MARK: Keeping in step

  /// Sends what waits.
  func drain(_ device: SimDevice) async {
    await perform("drain", device) { copy in
      let report = try await copy.queue.drain()
      return report.verdicts.map { verdict in
        verdict.id + " " + Self.word(verdict.verdict)
      }.joined(separator: ", ") + (report.unavailable.map { _ in " unavailable" } ?? "")
    }
  }

  /// Takes what happened.
  func catchUp(_ device: SimDevice) async {
    await perform("catch up", device) { copy in
      let report = try await copy.catchUp()
      return "\(report.applied) applied, \(report.skipped) skipped, at \(report.cursor)"
    }
  }

  /// Loads anew.
  func hydrate(_ device: SimDevice) async {
    let slice = device.slice
    await perform("hydrate", device) { copy in
      try await copy.hydrate(types: slice.types, tier: slice.tier, edgeTypes: slice.edgeTypes)
      return "loaded"
    }
  }

  private func care(_ device: SimDevice) async {
    let queue = (try? await device.copy.queue.all()) ?? []
    device.ledger.look(queue)
    if world.happens(30) {
      await perform("take answered", device) { copy in
        let before = try await copy.queue.all()
        let taken = try await copy.queue.takeAnswered()
        device.ledger.look(before)
        return "\(taken.count) taken"
      }
      return await look(device, taken: true)
    }
    guard let write = world.one(of: queue.filter { $0.verdict?.isTaken == false }) else { return }
    await decide(write, device)
  }

  /// Does with a write that the server did not take what a person would do.
  func decide(_ write: QueuedWrite, _ device: SimDevice) async {
    switch write.verdict {
    case nil, .accepted, .merged, .conflicted, .blocked(.awaitingDependency, _),
      .blocked(.credentialRefused, _):
      break
    case .blocked(.conflictUnresolved, _), .blocked(.ancestorUnavailable, _):
      await perform("withdraw \(write.id)", device) { copy in
        let isDone = try await copy.queue.withdraw(write.id)
        if isDone { device.ledger.withdrawn(write.id) }
        return "\(isDone)"
      }
    case .blocked(.keySpent, _), .dead:
      await perform("release \(write.id)", device) { copy in
        "\(try await copy.queue.release(write.id))"
      }
    case .refused:
      await perform("discard \(write.id)", device) { copy in
        "\(try await copy.queue.discard(write.id))"
      }
    }
  }

  /// Compares the queue with what was known of it.
  func look(_ device: SimDevice, taken: Bool = false) async {
    await attempt("looking at the queue of \(device.name)") {
      let queue = try await device.copy.queue.all()
      device.ledger.look(queue, taken: taken)
      try await SimShown(device: device, queue: queue).check()
    }
  }

  /// Does something with a copy that may fail as the network and the server may.
  func perform(
    _ what: String, _ device: SimDevice, _ work: (WorkingCopy) async throws -> String
  ) async {
    world.note("\(device.name): \(what)")
    do {
      let outcome = try await work(device.copy)
      world.note("\(device.name): \(what) -> \(outcome)")
    } catch let error as MarfaError {
      world.note("\(device.name): \(what) throws \(error.code()) \(error)")
      if !Self.isOrdinary(error) { world.fail("\(device.name): \(what) throws \(error)") }
      if error.needsHydration, what != "hydrate" {
        await device.riseIfDead()
        await hydrate(device)
      }
    } catch {
      world.fail("\(device.name): \(what) throws \(error)")
    }
  }

  private func attempt(_ what: String, _ work: () async throws -> Void) async {
    do {
      try await work()
    } catch {
      world.fail("\(what): \(error)")
    }
  }

  /// Whether the network or the server's state accounts for an error.
  private static func isOrdinary(_ error: MarfaError) -> Bool {
    if error.isTransient || error.needsHydration { return true }
    switch error {
    case .network, .unnamed, .notFound, .invalid, .validation, .streamIncomplete: return true
    case .server(let status, _, _): return status >= 500
    default: return false
    }
  }

  /// A verdict in a word.
  static func word(_ verdict: Verdict?) -> String {
    switch verdict {
    case nil: "none"
    case .accepted: "accepted"
    case .merged(let fields): "merged(\(fields.joined(separator: "+")))"
    case .conflicted(let copy, _): "conflicted(\(copy))"
    case .refused(let refusal): "refused(\(refusal.reason))"
    case .blocked(let reason, _): "blocked(\(reason.rawValue))"
    case .dead: "dead"
    }
  }
}
