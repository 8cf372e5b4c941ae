import Foundation
import Marfa
import MarfaHTTP
import MarfaModel
import Resilience

/// The network between the copies and the server, and what goes wrong with it.
final class SimNetwork: Sendable {
  /// Something that happens while a request of a device is under way.
  typealias Meanwhile = @Sendable (_ device: String) async -> Void

  private struct State {
    /// Whether anything goes wrong.
    var isRough = false
    /// Devices whose reads arrive whole, whatever is rough.
    var calm: Set<String> = []
    /// Devices that reach nobody.
    var offline: Set<String> = []
    var late: [SimRequest] = []
    var meanwhile: Meanwhile?
    var beforeAnswers: [String: @Sendable () async -> Void] = [:]
  }

  let server: SimServer
  let world: SimWorld
  private let state = Lock(State())

  init(_ server: SimServer, _ world: SimWorld) {
    self.server = server
    self.world = world
  }

  /// Says what happens in between.
  func meanwhile(_ work: @escaping Meanwhile) { state.withLock { $0.meanwhile = work } }

  /// Says what at times happens between a write of a device and its answer.
  func beforeAnswers(to device: String, _ work: (@Sendable () async -> Void)?) {
    state.withLock { $0.beforeAnswers[device] = work }
  }

  /// A write of a device was done, and its answer is under way.
  func answers(_ device: String) async {
    guard let work = state.withLock({ $0.beforeAnswers[device] }), world.happens(50) else { return }
    await work()
  }

  /// From now on anything may go wrong.
  func roughen() { state.withLock { $0.isRough = true } }

  /// From now on nothing goes wrong.
  func smoothen() {
    state.withLock { state in
      state.isRough = false
      state.offline = []
    }
  }

  /// Lets a device lose the network, or find it again.
  func setOffline(_ isOffline: Bool, _ device: String) {
    state.withLock { state in
      if isOffline { state.offline.insert(device) } else { state.offline.remove(device) }
    }
  }

  /// Whether a device has lost the network.
  func isOffline(_ device: String) -> Bool { state.withLock { $0.offline.contains(device) } }

  /// Spares the reads of a device for a while.
  func setCalm(_ isCalm: Bool, _ device: String) {
    state.withLock { state in
      if isCalm { state.calm.insert(device) } else { state.calm.remove(device) }
    }
  }

  /// Lets a request arrive after all that its sender gave up on.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  func deliverLate() async -> Bool {
    let place = world.below(state.withLock { $0.late.count })
    let request = state.withLock {
      $0.late.indices.contains(place) ? $0.late.remove(at: place) : nil
    }
    guard let request else { return false }
    let response = await server.answer(request)
    world.note("late: \(request.line) is answered \(response.status)")
    return true
  }

  // MARK: One request

  /// What becomes of a request.
  func fault(of request: SimRequest, from device: String) -> SimFault {
    let (isRough, isCalm, isOffline) = state.withLock { state in
      (state.isRough, state.calm.contains(device), state.offline.contains(device))
    }
    if isOffline { return .refused }
    guard isRough, request.isWrite || !isCalm else { return .none }
    // These two go out together, so which comes first is no matter of the seed's.
    guard !request.readsCatalog else { return .none }
    if request.isWrite {
      return world.weighted([
        (60, .none), (3, .refused), (3, .lost), (4, .late), (7, .answerLost), (5, .twice),
        (3, .slow(.seconds(world.below(50)))), (2, .unavailable(status: 503)),
        (1, .unavailable(status: 429)), (2, .stranger(arrives: world.happens(50))),
        (6, .meanwhileBefore), (6, .meanwhileAfter),
        (isCalm ? 0 : 2, .crashBefore), (isCalm ? 0 : 3, .crashAfter),
      ])
    }
    return world.weighted([
      (180, .none), (2, .refused), (2, .lost), (2, .answerLost), (2, .twice),
      (1, .slow(.seconds(world.below(50)))), (1, .unavailable(status: 503)),
      (1, .stranger(arrives: true)), (3, .meanwhileBefore), (4, .meanwhileAfter),
      (1, .crashBefore), (1, .crashAfter),
    ])
  }

  /// After how many bytes an event stream breaks; `nil` for never.
  func cut(from device: String) -> Int? {
    let isRough = state.withLock { $0.isRough && !$0.calm.contains(device) }
    return isRough && world.happens(15) ? world.below(4_000) : nil
  }

  /// Keeps a request for later.
  func keep(_ request: SimRequest) { state.withLock { $0.late.append(request) } }

  /// Does something else while a request of a device is under way.
  func doMeanwhile(_ device: String) async {
    guard !world.isNested, let work = state.withLock({ $0.meanwhile }) else { return }
    await world.nested { await work(device) }
  }
}
