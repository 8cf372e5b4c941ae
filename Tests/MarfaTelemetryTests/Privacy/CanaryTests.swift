import Foundation
import MarfaModel
import MarfaTelemetry
import RawSockets
import Resilience
import Testing

/// The real encoder and the real transport, against a server that keeps every byte.
@Suite("The canaries")
struct CanaryTests {
  /// Telemetry that sends to a server of this machine.
  private func telemetry(_ server: RawServer, clock: VirtualClock) throws -> Telemetry {
    let telemetry = Telemetry(clock: clock)
    telemetry.configure(try Bench.configuration(host: server.url))
    telemetry.isEnabled = true
    return telemetry
  }

  /// The places where a canary is found in what was sent, in any of its disguises.
  private func findings(in requests: [[UInt8]]) -> [String] {
    requests.compactMap { bytes in
      let text = String(decoding: bytes, as: UTF8.self).lowercased()
      let isFound =
        Canary.words.contains { text.contains($0) }
        || Canary.texts.contains { secret in
          let data = Data(secret.utf8)
          let hex = data.map { String(format: "%02x", $0) }.joined()
          return text.contains(hex)
            || text.contains(data.base64EncodedString().lowercased().prefix(12))
        }
      return isFound ? text : nil
    }
  }

  @Test("no text that an SDK error carries is in any byte sent (R112-R114, R123-R126, R143)")
  func errors() async throws {
    let server = RawServer()
    let clock = VirtualClock()
    let telemetry = try telemetry(server, clock: clock)
    let errors = Canary.errors()
    #expect(Set(errors.map(MarfaErrorKind.init)) == Set(MarfaErrorKind.allCases))
    for error in errors {
      telemetry.report(error, during: "load")
      await telemetry.flush(deadline: .seconds(1_000))
      // Past both limits, so that every error is sent.
      clock.advance(by: .seconds(130))
    }
    let sent = errors.filter { MarfaErrorKind($0) != .canceled }.count
    #expect(server.requests.count == sent)
    #expect(findings(in: server.requests).isEmpty)
  }

  @Test("no text that a foreign error tells of itself is in any byte sent (R125, R126)")
  func foreignErrors() async throws {
    let server = RawServer()
    let clock = VirtualClock()
    let telemetry = try telemetry(server, clock: clock)
    let errors = Canary.foreignErrors()
    for error in errors {
      telemetry.report(error, during: "load")
      await telemetry.flush(deadline: .seconds(1_000))
      clock.advance(by: .seconds(130))
    }
    #expect(server.requests.count == errors.count)
    #expect(findings(in: server.requests).isEmpty)
    let names = Set(
      server.requests.compactMap { bytes in
        String(decoding: bytes, as: UTF8.self).firstMatch(of: /"type":"([A-Za-z]+)"/)
          .map { String($0.output.1) }
      })
    #expect(names == ["Talkative", "Chosen", "Wrapped", "NSError", "URLError", "CocoaError"])
  }

  @Test("a code that is a short lowercase word is sent, and the search would find it (R124)")
  func shortCode() async throws {
    let server = RawServer()
    let telemetry = try telemetry(server, clock: VirtualClock())
    telemetry.report(
      MarfaError.server(status: 409, code: "canary_code_2", message: "m"), during: "drain")
    await telemetry.flush(deadline: .seconds(1_000))
    #expect(findings(in: server.requests).count == 1)
    #expect(server.requests.count == 1)
  }

  @Test("with the person's choice off no connection is made at all (R95, R118)")
  func off() async throws {
    let server = RawServer()
    let telemetry = try telemetry(server, clock: VirtualClock())
    telemetry.log("e")
    telemetry.isEnabled = false
    for error in Canary.errors() { telemetry.report(error, during: "load") }
    await telemetry.flush()
    telemetry.isEnabled = true
    telemetry.log("shows that one would have come")
    await telemetry.flush(deadline: .seconds(1_000))
    #expect(server.requests.count == 1)
    #expect(findings(in: server.requests).isEmpty)
  }
}
