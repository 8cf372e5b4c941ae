import Marfa
import MarfaModel
import Resilience

/// What is known of every write that a device ever queued, and what became of it.
///
/// Each write gets exactly one verdict. What is queued stays queued until then, and what the
/// server took is never taken back.
final class SimLedger: Sendable {
  /// What became of a write.
  enum Fate: Sendable, Hashable {
    case waiting
    case decided(Verdict)
    case withdrawn
  }

  /// One write.
  struct Entry: Sendable {
    var write: QueuedWrite
    var keys: Set<String>
    var fate = Fate.waiting
    /// Whether it was queued by itself, not because of links in a body.
    var isOwn: Bool
    var isGone = false
    /// Whether it was made on a version that the device had read, whatever it held by then.
    var isAsRead = false
    /// Whether it was ever held back for good, and shown all the same: what was written over it
    /// then was not made on the server's row.
    var wasHeldBack = false
  }

  private struct State {
    var entries: [String: Entry] = [:]
    var order: [String] = []
    var own: Set<String> = []
    var asRead: Set<String> = []
  }

  private let device: String
  private let server: SimServer
  private let world: SimWorld
  private let state = Lock(State())

  init(_ device: String, _ network: SimNetwork) {
    self.device = device
    server = network.server
    world = network.world
  }

  /// Every write, in the order of queueing.
  var entries: [Entry] { state.withLock { state in state.order.compactMap { state.entries[$0] } } }

  /// A call of the app has queued these.
  ///
  /// - Parameter asRead: whether on a version that the device had read.
  func queued(_ writes: [QueuedWrite], asRead: Bool) {
    state.withLock { state in
      for write in writes {
        state.own.insert(write.id)
        if asRead { state.asRead.insert(write.id) }
      }
    }
  }

  /// Looks at the queue, and judges what changed since the last look.
  ///
  /// - Parameter taken: whether answered writes were just taken out.
  func look(_ queue: [QueuedWrite], taken: Bool = false) {
    let problems = state.withLock { state in
      var problems: [String] = []
      for write in queue { judge(write, &state, &problems) }
      let present = Set(queue.map(\.id))
      for id in state.order where !present.contains(id) {
        guard var entry = state.entries[id], !entry.isGone else { continue }
        entry.isGone = true
        state.entries[id] = entry
        switch entry.fate {
        case .decided(let verdict) where verdict.isTaken || taken: break
        case .withdrawn: break
        case .decided(.refused): break
        case .waiting, .decided:
          if entry.isOwn { problems.append("\(describe(entry.write)) vanished: \(entry.fate)") }
        }
      }
      return problems
    }
    for problem in problems { world.fail("\(device): \(problem)") }
  }

  private func judge(_ write: QueuedWrite, _ state: inout State, _ problems: inout [String]) {
    guard var entry = state.entries[write.id] else {
      state.order.append(write.id)
      state.entries[write.id] = Entry(
        write: write, keys: [write.idempotencyKey], fate: Self.fate(write),
        isOwn: state.own.contains(write.id), isAsRead: state.asRead.contains(write.id))
      return
    }
    if entry.isGone { problems.append("\(describe(write)) came back") }
    let now = Self.fate(write)
    let isReleased = !entry.keys.contains(write.idempotencyKey)
    if case .decided(let before) = entry.fate, now != entry.fate {
      if before.isTaken || !isReleased {
        problems.append("\(describe(write)) was \(before) and is \(now)")
      }
    }
    entry.keys.insert(write.idempotencyKey)
    switch write.verdict {
    case .blocked(.conflictUnresolved, _), .blocked(.ancestorUnavailable, _):
      entry.wasHeldBack = true
    case nil, .accepted, .merged, .conflicted, .refused, .blocked, .dead: break
    }
    entry.fate = now
    entry.write = write
    state.entries[write.id] = entry
  }

  /// A person took a write back.
  func withdrawn(_ id: String) { state.withLock { $0.entries[id]?.fate = .withdrawn } }

  /// Blocked and dead ones wait, for the server or for a person.
  private static func fate(_ write: QueuedWrite) -> Fate {
    switch write.verdict {
    case nil, .blocked, .dead: .waiting
    case .accepted, .merged, .conflicted, .refused: .decided(write.verdict ?? .dead)
    }
  }

  /// A write in words.
  func describe(_ write: QueuedWrite) -> String {
    "\(write.kind.rawValue) \(write.id) of \(write.itemId ?? write.edgeId ?? "-")"
  }
}
