import Foundation
import MarfaTelemetry

extension Cases {
  static let telemetryOff = Case(
    name: "telemetry-off",
    summary: "the 99th percentile of a telemetry call while it is off",
    unit: .microseconds, goal: .under(1),
    ours: { workspace in try telemetry(isOn: false, calls: workspace.scaled(200_000)) },
    theirs: nil)

  static let telemetryOn = Case(
    name: "telemetry-on",
    summary: "the 99th percentile of a telemetry call while it is on",
    unit: .microseconds, goal: .under(5),
    ours: { workspace in try telemetry(isOn: true, calls: workspace.scaled(200_000)) },
    theirs: nil)

  /// Times single calls by turns: an event with attributes, and a failure.
  private static func telemetry(isOn: Bool, calls: Int) throws -> Case.Sample {
    let telemetry = Telemetry(transport: Swallowing())
    guard let host = URL(string: "https://telemetry.example") else {
      throw BaselineError(description: "the address of the host can't be read")
    }
    telemetry.configure(
      Telemetry.Configuration(
        destination: try Telemetry.Destination(host: host, projectToken: "token"),
        serviceName: "bench", serviceVersion: "1"))
    telemetry.isEnabled = isOn
    let error = CocoaError(.fileNoSuchFile)
    let clock = ContinuousClock()
    var times: [Duration] = []
    times.reserveCapacity(calls)
    for call in 0..<calls {
      let start = clock.now
      if call.isMultiple(of: 2) {
        telemetry.log("drain_finished", attributes: ["pending": call, "complete": true])
      } else {
        telemetry.report(error, during: "drain")
      }
      times.append(clock.now - start)
    }
    telemetry.isEnabled = false
    times.sort()
    let microsecond = Duration.microseconds(1)
    let median = times[calls / 2] / microsecond
    return Case.Sample(
      value: times[calls * 99 / 100] / microsecond,
      note: String(format: "median %.3f µs, %d calls", median, calls))
  }

  /// Takes every request and sends none.
  private struct Swallowing: TelemetryTransport {
    func send(_ request: TelemetryRequest) async throws {}
  }
}
