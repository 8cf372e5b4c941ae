#if DEBUG
  import Marfa
  import Resilience

  /// The server's part behind a fake copy: it refuses what it could not match, gives the verdicts
  /// of a script, and remembers every write.
  final class FakeServer: CopyStandIn {
    private struct State {
      var verdict: FakeCopy.VerdictScript = { _ in .accepted }
      var displays: FakeCopy.DisplayScript?
      var linkCandidates: FakeCopy.LinkScript?
      var order: [String] = []
      var writes: [String: QueuedWrite] = [:]

      mutating func note(_ write: QueuedWrite) {
        guard writes.updateValue(write, forKey: write.id) == nil else { return }
        // Calls made at one time may be told in another order than the queue's, in which the ids
        // ascend.
        let place = order.lastIndex { $0 < write.id }.map { $0 + 1 } ?? 0
        order.insert(write.id, at: place)
      }
    }

    private let state = Lock(State())
    private let scripts = ScriptRunner()
    /// Why the copy holds nothing, when what it was given could not be held.
    private let failure: MarfaError?

    /// Makes the server of a copy.
    init(failure: MarfaError? = nil) { self.failure = failure }

    var verdict: FakeCopy.VerdictScript {
      get { state.withLock { $0.verdict } }
      set { state.withLock { $0.verdict = newValue } }
    }

    var displays: FakeCopy.DisplayScript? {
      get { state.withLock { $0.displays } }
      set { state.withLock { $0.displays = newValue } }
    }

    var linkCandidates: FakeCopy.LinkScript? {
      get { state.withLock { $0.linkCandidates } }
      set { state.withLock { $0.linkCandidates = newValue } }
    }

    /// Every write, in the order received, as it stands.
    var writes: [QueuedWrite] {
      state.withLock { state in state.order.compactMap { state.writes[$0] } }
    }

    func judge(_ call: CopyCall) throws {
      if let failure { throw failure }
      let isScripted = state.withLock { state in
        FakeCallList.displays.contains(call.name) && state.displays != nil
          || FakeCallList.linkCandidates.contains(call.name) && state.linkCandidates != nil
      }
      guard isScripted || FakeCallList.answered.contains(call.name) else {
        throw FakeCopyError.unsupported(call: call.name)
      }
    }

    func refusal(of call: CopyCall, with input: CopyInput) -> any CopyRefusal {
      FakeCopyError.unsupported(call: "\(call.name) with \(input.rawValue)")
    }

    func verdict(of write: QueuedWrite) async -> Verdict? {
      let script = verdict
      return await scripts.run { script(write) }
    }

    func displays(for items: [Item]) async -> [ItemDisplay] {
      guard let script = displays else { return [] }
      var displays: [ItemDisplay] = []
      for item in items { displays.append(await scripts.run { script(item) }) }
      return displays
    }

    func linkCandidates(of targets: [String], in item: String) async -> [LinkCandidates] {
      guard let script = linkCandidates else { return [] }
      var found: [LinkCandidates] = []
      for target in targets {
        var candidates = await scripts.run { script(target, item) }
        candidates.target = target
        found.append(candidates)
      }
      return found
    }

    func queued(_ writes: [QueuedWrite]) {
      state.withLock { state in for write in writes { state.note(write) } }
    }

    func stands(_ writes: [QueuedWrite]) { queued(writes) }
  }

  /// Runs the scripts of one fake, one at a time and off the main actor.
  private actor ScriptRunner {
    func run<Value: Sendable>(_ script: @Sendable () -> Value) -> Value { script() }
  }
#endif
