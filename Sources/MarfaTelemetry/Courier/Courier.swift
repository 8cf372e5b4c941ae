import Foundation
import Resilience

/// Telemetry's effects: one lock around what waits, the task of the request under way, the timer.
///
/// Tasks are made and kept under the lock, so that switching off finds each one there is. They are
/// cancelled outside it, because a cancellation runs code of the transport.
final class Courier: Sendable {
  private struct State {
    var isEnabled = false
    var target: Target?
    var limits = FailureLimitStateMachine()
    var outbox = OutboxStateMachine()
    var sending: Task<Void, Never>?
    var timer: Task<Void, Never>?
    var flushes: [UInt64: CheckedContinuation<Void, Never>] = [:]
    var flushNumbers: UInt64 = 0

    /// Whether anything is taken at all.
    var isOpen: Bool { isEnabled && target != nil }
  }

  private struct Target: Sendable {
    let endpoint: Endpoint
    let failures: FailureEncoder
    let records: RecordEncoder
    /// Tells when its host fails all the time.
    let breaker: CircuitBreaker
    let spool: SpoolFile?
  }

  /// What is left to do once the lock is given back.
  private struct Rest: Sendable {
    var cancelled: [Task<Void, Never>] = []
    var dropped: SpoolFile?
    var flushed: [CheckedContinuation<Void, Never>] = []

    func finish() {
      for task in cancelled { task.cancel() }
      dropped?.drop()
      for continuation in flushed { continuation.resume() }
    }
  }

  private let transport: any TelemetryTransport
  private let clock: any WaitingClock
  private let state = Lock(State())
  private let run = UUID().uuidString.lowercased()

  init(transport: any TelemetryTransport, clock: any WaitingClock) {
    self.transport = transport
    self.clock = clock
  }

  /// Whether a person allows it.
  var isEnabled: Bool { state.withLock { $0.isEnabled } }

  /// Whether there is a destination and it is switched on: else nothing is worth preparing.
  var isOpen: Bool { state.withLock { $0.isOpen } }

  func setEnabled(_ isEnabled: Bool) {
    let now = clock.now
    state.withLock { state in
      defer { state.isEnabled = isEnabled }
      guard !isEnabled else { return Rest() }
      var rest = state.isEnabled ? clear(&state, now) : Rest()
      // Also when it was off: a file may be left from an earlier run of the app.
      rest.dropped = state.target?.spool
      return rest
    }.finish()
  }

  func configure(
    _ endpoint: Endpoint, serviceName: String, serviceVersion: String, spool: SpoolFile?
  ) {
    let now = clock.now
    let origin = Origin(serviceName: serviceName, serviceVersion: serviceVersion, run: run)
    state.withLock { state in
      let rest = clear(&state, now)
      state.target = Target(
        endpoint: endpoint, failures: FailureEncoder(endpoint: endpoint, origin: origin),
        records: RecordEncoder(endpoint: endpoint, origin: origin),
        breaker: CircuitBreaker(openFor: Tuning.hostPause, clock: clock), spool: spool)
      return rest
    }.finish()
  }

  func take(_ report: FailureReport) {
    let now = clock.now
    state.withLock { state in
      guard state.isOpen else { return Rest() }
      switch state.limits.meet(report, now: now) {
      case .holdBack: return Rest()
      case .tell(let heldBack):
        var report = report
        report.heldBack = heldBack
        return handle(.failure(report), &state, now)
      }
    }.finish()
  }

  func take(
    _ event: StaticString, _ severity: Severity,
    _ attributes: [(name: StaticString, value: AttributeContent)]
  ) {
    let now = clock.now
    let record = LogRecord(
      event: event, severity: severity, attributes: attributes,
      unixMilliseconds: clock.unixMilliseconds, arrival: now)
    state.withLock { state in
      state.isOpen ? handle(.record(record), &state, now) : Rest()
    }.finish()
  }

  /// Sends what waits and comes back when it is out, at the deadline, or when it is called off.
  func flush(deadline: Duration) async {
    let now = clock.now
    let number = state.withLock { state in
      state.flushNumbers += 1
      return state.flushNumbers
    }
    guard deadline > .zero else {
      state.withLock { $0.isOpen ? handle(.flush, &$0, now) : Rest() }.finish()
      return
    }
    let alarm = Task.detached(priority: .utility) { [clock, weak self] in
      try? await clock.sleep(for: deadline)
      self?.endFlush(number)
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        state.withLock { state in
          state.flushes[number] = continuation
          // Asked under the lock: the handler below takes it too, so it comes before or after.
          guard state.isOpen, !Task.isCancelled else { return takeFlush(number, &state) }
          return handle(.flush, &state, now)
        }.finish()
      }
    } onCancel: {
      endFlush(number)
    }
    alarm.cancel()
  }

  private func endFlush(_ number: UInt64) {
    state.withLock { takeFlush(number, &$0) }.finish()
  }

  private func takeFlush(_ number: UInt64, _ state: inout State) -> Rest {
    Rest(flushed: state.flushes.removeValue(forKey: number).map { [$0] } ?? [])
  }

  private func clear(_ state: inout State, _ now: MonotonicInstant) -> Rest {
    state.limits.forgetHeldBack()
    return handle(.cleared, &state, now)
  }

  /// Feeds the machine under the lock and starts what it asks for.
  private func handle(
    _ event: OutboxStateMachine.Event, _ state: inout State, _ now: MonotonicInstant
  ) -> Rest {
    var rest = Rest()
    for action in state.outbox.handle(event, now: now) {
      switch action {
      case .send(let parcel, let number):
        guard let target = state.target else { continue }
        state.sending = Task.detached(priority: .utility) { [self] in
          let delivered = await send(parcel, target)
          report(.ended(number, delivered: delivered))
        }
      case .setTimer(let duration, let number):
        state.timer = Task.detached(priority: .utility) { [clock, weak self] in
          // A timer that was cancelled has a number the machine no longer knows.
          try? await clock.sleep(for: duration)
          self?.report(.timer(number))
        }
      case .cancelTimer:
        if let timer = state.timer { rest.cancelled.append(timer) }
        state.timer = nil
      case .abort:
        if let sending = state.sending { rest.cancelled.append(sending) }
        state.sending = nil
      case .flushed:
        rest.flushed += state.flushes.values
        state.flushes = [:]
      }
    }
    return rest
  }

  private func report(_ event: OutboxStateMachine.Event) {
    let now = clock.now
    state.withLock { handle(event, &$0, now) }.finish()
  }

  /// Sends once; whatever goes wrong, nobody is bothered.
  ///
  /// - Returns: whether it got through or is kept: if neither, it is lost.
  private func send(_ parcel: Parcel, _ target: Target) async -> Bool {
    // Read before the request: what is switched off meanwhile is not kept.
    let stretch = target.spool?.stretch ?? 0
    do {
      let request =
        switch parcel {
        case .failure(let report): try target.failures.request(report)
        case .records(let records, let dropped):
          try target.records.request(records, dropped: dropped)
        }
      guard await send(request, by: target.breaker) else {
        guard let spool = target.spool, !Task.isCancelled else { return false }
        return await spool.keep(request, first: false, of: target.endpoint, in: stretch)
      }
    } catch {
      return false
    }
    await sendKept(target, stretch)
    return true
  }

  /// Sends what was kept, each once more, until one does not get through.
  private func sendKept(_ target: Target, _ stretch: UInt64) async {
    guard let spool = target.spool else { return }
    while !Task.isCancelled, let kept = await spool.take(of: target.endpoint, in: stretch) {
      guard await send(kept, by: target.breaker) else {
        await spool.keep(kept, first: true, of: target.endpoint, in: stretch)
        return
      }
    }
  }

  /// While the host fails all the time nothing is spent on it: one request at a time waits until
  /// the breaker lets a probe go, and the others wait behind it.
  private func send(_ request: TelemetryRequest, by breaker: CircuitBreaker) async -> Bool {
    while true {
      do {
        try await breaker.run { [transport, clock] in
          try await withTimeout(Tuning.requestTimeout, clock: clock) {
            try await transport.send(request)
          }
        }
        return true
      } catch let refusal as CircuitOpenError {
        guard (try? await clock.sleep(for: refusal.retryAfter)) != nil else { return false }
      } catch {
        return false
      }
    }
  }
}
