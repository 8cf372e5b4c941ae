import MarfaModel
import Resilience

/// Tells a project of its maker's choosing of an app's errors and chosen events, by consent.
///
/// Nothing happens before both a destination is set with ``configure(_:)`` and ``isEnabled`` is
/// true; the product has no destination and no token of its own. No call waits, and none fails: a
/// report that can't be sent is lost, unless the app asked for a ``Spool``. What is sent is listed in `docs/what-apps-send.md`.
///
/// ```swift
/// Telemetry.shared.isEnabled = reportingIsOn
/// Telemetry.shared.report(error, during: "drain")
/// Telemetry.shared.log("drain_finished", attributes: ["pending": 3, "complete": true])
/// ```
public final class Telemetry: Sendable {
  /// The one an app uses.
  public static let shared = Telemetry()

  private let courier: Courier

  /// Makes one of its own, for a test or a transport of the app's.
  ///
  /// - Parameters:
  ///   - transport: what carries the requests; a session that keeps nothing by default.
  ///   - clock: what the limits and batches go by.
  public init(
    transport: any TelemetryTransport = URLSessionTelemetryTransport(),
    clock: any WaitingClock = SystemClock()
  ) {
    courier = Courier(transport: transport, clock: clock)
  }

  /// Sets where reports go; what waits in memory for an earlier destination is dropped.
  public func configure(_ configuration: Configuration) {
    courier.configure(
      configuration.destination.endpoint, serviceName: configuration.serviceName,
      serviceVersion: configuration.serviceVersion,
      spool: configuration.spool.map { SpoolFile(file: $0.file, capacity: $0.capacity) })
  }

  /// Whether the person allows reports; false at first, and set by the app on each change.
  ///
  /// Switching off drops all that waits and stops a request under way before it returns. Switching
  /// on brings nothing of that back.
  public var isEnabled: Bool {
    get { courier.isEnabled }
    set { courier.setEnabled(newValue) }
  }

  /// Reports an error, described by nothing that it carries.
  ///
  /// Of a `MarfaError` its kind, the kind's sentence and a short code are told; of any other error
  /// the name of its type. Work that was called off is not reported. One kind and operation is told
  /// once a minute, and 30 failures an hour in all.
  ///
  /// - Parameters:
  ///   - error: what went wrong.
  ///   - operation: what the app was doing, such as `"drain"`.
  public func report(_ error: any Error, during operation: StaticString) {
    guard courier.isOpen, let report = FailureReport(error, during: operation) else { return }
    courier.take(report)
  }

  /// Reports a failure that no error value stands for; the same limits hold.
  ///
  /// - Parameters:
  ///   - type: a word for it, such as `"editor_ended"`.
  ///   - sentence: what happened, in a sentence that is true of every such failure.
  ///   - operation: what the app was doing.
  public func report(
    type: StaticString, sentence: StaticString, during operation: StaticString
  ) {
    guard courier.isOpen else { return }
    courier.take(
      FailureReport(
        kind: type.description, sentence: sentence.description, code: nil,
        operation: operation.description))
  }

  /// Reports an SDK error of a kind, as one that carries nothing would be; for showing what is sent.
  package func report(_ kind: MarfaErrorKind, during operation: StaticString) {
    guard courier.isOpen else { return }
    courier.take(
      FailureReport(
        kind: kind.rawValue, sentence: kind.sentence, code: nil, operation: operation.description))
  }

  /// Records an event; it is sent with others in a batch.
  ///
  /// A batch goes when 50 wait, 30 seconds after its first record, or at a flush. At most 500 wait:
  /// beyond that the oldest is dropped, and the next batch says how many were.
  ///
  /// - Parameters:
  ///   - event: its name, such as `"drain_finished"`.
  ///   - level: its weight, ``LogLevel/info`` by default.
  ///   - attributes: numbers, truth values and fixed texts; of one name given twice the last counts.
  public func log(
    _ event: StaticString, level: LogLevel = .info,
    attributes: KeyValuePairs<StaticString, any TelemetryValue> = [:]
  ) {
    guard courier.isOpen else { return }
    courier.take(
      event, level.severity,
      attributes.map { (name: $0.key, value: $0.value.telemetryValue.content) })
  }

  /// Sends what waits, for the moment the app quits.
  ///
  /// It comes back when all is out, at the deadline, or when the task is cancelled; what is not out
  /// by then stays on its way.
  ///
  /// - Parameter deadline: how long it waits at most, 2 seconds by default; with zero or less it
  ///   only starts the sending.
  public func flush(deadline: Duration = .seconds(2)) async {
    await courier.flush(deadline: deadline)
  }
}
