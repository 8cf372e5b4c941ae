import Foundation
import MarfaServer
import MarfaTelemetry
import Resilience

/// What the command line reports of itself, once a person named a project and switched it on.
///
/// Off unless ``TelemetryVariable/choice`` says `on`. A setting that can't be used is told in one
/// line and changes nothing else: no command fails because of its telemetry.
struct CommandTelemetry: Sendable {
  /// The one event there is.
  static let event: StaticString = "command_ended"
  /// How long a command waits at most for its report to be sent: what a person hardly notices.
  static let deadline = Duration.seconds(2)

  private let telemetry: Telemetry?
  /// Why nothing is reported although something was asked for.
  let complaint: String?

  /// Reads the person's choice.
  init(
    environment: [String: String],
    transport: @autoclosure () -> any TelemetryTransport = URLSessionTelemetryTransport()
  ) {
    do throws(Unusable) {
      guard let configuration = try Self.configuration(environment) else {
        (telemetry, complaint) = (nil, nil)
        return
      }
      let telemetry = Telemetry(transport: transport())
      telemetry.configure(configuration)
      telemetry.isEnabled = true
      (self.telemetry, complaint) = (telemetry, nil)
    } catch {
      telemetry = nil
      complaint = "marfa: \(error.reason) Nothing is reported."
    }
  }

  /// Reports how a command ended, and what it met; a wrong command line is nobody else's business.
  func ended(
    _ command: StaticString, status: ExitStatus, error: (any Error)?, after time: Duration
  ) {
    guard let telemetry else { return }
    if let error, status != .usage { telemetry.report(error, during: command) }
    telemetry.log(
      Self.event,
      attributes: [
        CommandAttribute.command.name: command,
        CommandAttribute.exitStatus.name: Int(status.rawValue),
        CommandAttribute.milliseconds.name: Int64(time / .milliseconds(1)),
      ])
  }

  /// Sends what waits, before the process ends.
  func flush() async { await telemetry?.flush(deadline: Self.deadline) }

  private struct Unusable: Error {
    let reason: String
  }

  private static func configuration(_ environment: [String: String]) throws(Unusable)
    -> Telemetry.Configuration?
  {
    switch environment[TelemetryVariable.choice.rawValue] ?? "" {
    case "on": break
    case "off", "": return nil
    default:
      throw Unusable(reason: "\(TelemetryVariable.choice.rawValue) is neither on nor off.")
    }
    guard let host = environment[TelemetryVariable.host.rawValue].flatMap(URL.init(string:)) else {
      throw Unusable(reason: "\(TelemetryVariable.host.rawValue) must be an https address.")
    }
    do throws(Telemetry.ConfigurationError) {
      let token = environment[TelemetryVariable.token.rawValue] ?? ""
      return Telemetry.Configuration(
        destination: try Telemetry.Destination(host: host, projectToken: token),
        serviceName: "marfa", serviceVersion: Build.version)
    } catch {
      throw Unusable(reason: error.errorDescription ?? "The destination can't be used.")
    }
  }
}
