import Foundation
import MarfaModel
import MarfaTelemetry
import Resilience

/// `marfa telemetry show`: what telemetry would send, without sending it.
enum TelemetryCommand: Command {
  static let usage = "telemetry show [--kind KIND]"
  static let summary = "Print what telemetry would send, byte for byte, and send nothing"
  static let options: Set<String> = ["kind"]

  static func run(_ arguments: Arguments, _ context: CommandContext) async throws -> ExitStatus {
    guard arguments.words.isEmpty else {
      throw CommandFailure.usage("telemetry show takes no further words.")
    }
    let word = arguments["kind"] ?? MarfaErrorKind.network.rawValue
    guard let kind = MarfaErrorKind(rawValue: word), kind != .canceled else {
      let kinds = MarfaErrorKind.allCases.filter { $0 != .canceled }.map(\.rawValue)
      throw CommandFailure.usage(
        "--kind must be one of: \(kinds.joined(separator: ", ")).")
    }
    let requests = try await requests(of: kind)
    context.console.say(
      "An app that was given a host and a token, and that its person switched on,")
    context.console.say("sends a failure and an event like this. Nothing is sent now.")
    for request in requests {
      context.console.say()
      context.console.say("POST \(request.url.absoluteString)")
      for (name, value) in request.headers.sorted(by: { $0.key < $1.key }) {
        context.console.say("\(name): \(value)")
      }
      context.console.say()
      context.console.say(String(decoding: request.body, as: UTF8.self))
    }
    context.console.result(.array(try requests.map(json)))
    return .done
  }

  /// Lets the code that sends do its work, up to the transport.
  private static func requests(of kind: MarfaErrorKind) async throws -> [TelemetryRequest] {
    let kept = KeptRequests()
    let telemetry = Telemetry(transport: kept)
    guard let host = URL(string: "https://telemetry.example") else { return [] }
    telemetry.configure(
      Telemetry.Configuration(
        destination: try Telemetry.Destination(host: host, projectToken: "PROJECT_TOKEN"),
        serviceName: "notes", serviceVersion: "1.0"))
    telemetry.isEnabled = true
    telemetry.report(kind, during: "drain")
    telemetry.log("drain_finished", attributes: ["pending": 3, "complete": true])
    await telemetry.flush(deadline: .seconds(10))
    return kept.requests
  }

  private static func json(_ request: TelemetryRequest) throws -> JSONValue {
    let headers = request.headers.sorted { $0.key < $1.key }
    return [
      "method": "POST", "url": .string(request.url.absoluteString),
      "headers": .object(JSONObject(headers.map { ($0.key, .string($0.value)) })),
      "body": try JSONValue(bytes: request.body),
    ]
  }
}

/// Keeps requests where a transport would send them.
private final class KeptRequests: TelemetryTransport {
  private let kept = Lock([TelemetryRequest]())

  var requests: [TelemetryRequest] { kept.withLock { $0 } }

  func send(_ request: TelemetryRequest) async throws {
    kept.withLock { $0.append(request) }
  }
}
