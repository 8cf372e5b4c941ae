import Foundation
import MarfaModel
import Resilience
import Testing

@testable import MarfaTelemetry

@Suite("The spool, for an app that asked for one")
final class SpoolTests {
  private let folder: URL
  private let transport = RecordingTransport()
  private let clock = VirtualClock()

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "marfa-spool-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private var file: URL { folder.appending(path: "waiting") }

  /// What stands on the disk.
  private var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  /// An app's start: telemetry over the same file.
  private func start(
    host: String = "https://telemetry.example", capacity: Int = 262_144, isOn: Bool = true,
    hasSpool: Bool = true
  ) throws -> Telemetry {
    let telemetry = Telemetry(transport: transport, clock: clock)
    telemetry.configure(
      Telemetry.Configuration(
        destination: try Telemetry.Destination(
          host: try #require(URL(string: host)), projectToken: "phc_token"),
        serviceName: "notes", serviceVersion: "1.2.3",
        spool: hasSpool ? Telemetry.Spool(file: file, capacity: capacity) : nil))
    telemetry.isEnabled = isOn
    return telemetry
  }

  private func settle(_ telemetry: Telemetry) async {
    await telemetry.flush(deadline: .seconds(1_000))
  }

  @Test("without one nothing is written, whatever fails (R120)")
  func without() async throws {
    transport.fail()
    let telemetry = try start(hasSpool: false)
    telemetry.report(MarfaError.closed(message: ""), during: "drain")
    await settle(telemetry)
    #expect(transport.requests.count == 1)
    #expect(try files.isEmpty)
  }

  @Test("what did not get through goes once more after the next that does, the oldest first")
  func again() async throws {
    transport.fail()
    let first = try start()
    first.report(MarfaError.closed(message: ""), during: "drain")
    await settle(first)
    first.log("opened")
    await settle(first)
    #expect(try files == ["waiting"])
    let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    let lost = transport.requests
    transport.heal()
    let second = try start()
    second.log("opened")
    await settle(second)
    let sent = Array(transport.requests.dropFirst(lost.count))
    #expect(sent.count == 3)
    #expect(Array(sent.dropFirst()) == lost)
    #expect(try files.isEmpty)
  }

  @Test("what fails again waits on in its place, and one after it is not tried")
  func failsAgain() async throws {
    transport.fail()
    let telemetry = try start()
    for operation in ["drain", "load"] as [StaticString] {
      telemetry.report(MarfaError.closed(message: ""), during: operation)
      await settle(telemetry)
    }
    let lost = transport.requests
    transport.heal()
    transport.hold()
    telemetry.report(MarfaError.closed(message: ""), during: "open")
    await transport.waitForRequests(3)
    transport.fail()
    transport.letGo()
    await settle(telemetry)
    #expect(transport.requests.count == 4)
    transport.heal()
    telemetry.log("opened")
    await settle(telemetry)
    #expect(Array(transport.requests.suffix(2)) == lost)
  }

  @Test("switching off deletes it, even at a start with the choice off (R116, R118)")
  func off() async throws {
    transport.fail()
    let telemetry = try start()
    telemetry.report(MarfaError.closed(message: ""), during: "drain")
    await settle(telemetry)
    #expect(try files == ["waiting"])
    telemetry.isEnabled = false
    #expect(try files.isEmpty)
    telemetry.isEnabled = true
    telemetry.report(MarfaError.closed(message: ""), during: "load")
    await settle(telemetry)
    #expect(try files == ["waiting"])
    _ = try start(isOn: false)
    #expect(try files.isEmpty)
  }

  @Test("a request that is stopped by switching off is not kept (R117)")
  func stopped() async throws {
    transport.hold()
    let telemetry = try start()
    telemetry.report(MarfaError.closed(message: ""), during: "drain")
    await transport.waitForRequests(1)
    telemetry.isEnabled = false
    await transport.waitForCancelled(1)
    telemetry.isEnabled = true
    transport.letGo()
    telemetry.log("opened")
    await settle(telemetry)
    #expect(transport.requests.count == 2)
    #expect(try files.isEmpty)
  }

  @Test("it stays within its bound: the oldest make room, one too large is not kept")
  func bound() async throws {
    transport.fail()
    let telemetry = try start(capacity: 4_000)
    for _ in 0..<20 {
      telemetry.report(MarfaError.closed(message: ""), during: "drain")
      await settle(telemetry)
      clock.advance(by: .seconds(130))
      #expect(try Data(contentsOf: file).count <= 4_000)
    }
    let newest = try #require(transport.requests.last)
    for number in 0..<50 { telemetry.log("opened", attributes: ["number": number]) }
    await settle(telemetry)
    transport.heal()
    telemetry.log("opened")
    await settle(telemetry)
    #expect(transport.requests.last == newest)
    #expect(transport.requests.count > 21 + 3 && transport.requests.count < 21 + 20)
  }

  @Test(
    "bytes that are no spool, another host's and a folder that is gone keep nothing and hurt nobody"
  )
  func foreign() async throws {
    for bytes in [Data(), Data("{".utf8), Data([0xFF, 0x00]), Data("[1]".utf8)] {
      try bytes.write(to: file)
      let telemetry = try start()
      telemetry.log("opened")
      await settle(telemetry)
      #expect(try files.isEmpty)
    }
    transport.fail()
    let telemetry = try start()
    telemetry.report(MarfaError.closed(message: ""), during: "drain")
    await settle(telemetry)
    transport.heal()
    let count = transport.requests.count
    let other = try start(host: "https://other.example")
    other.log("opened")
    await settle(other)
    #expect(transport.requests.count == count + 1)
    #expect(try files.isEmpty)
    try FileManager.default.removeItem(at: folder)
    transport.fail()
    other.log("opened")
    await settle(other)
    #expect(transport.requests.count == count + 2)
  }
}
