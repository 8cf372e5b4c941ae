import Foundation
import Marfa
import MarfaModel
import Resilience
import Testing

@testable import MarfaCLI

@Suite("A manager over a bad line", .timeLimit(.minutes(2)))
struct SyncUnderFaultsTests {
  /// What a test watches: a device behind a proxy, its manager, what it told.
  private struct Device: Sendable {
    let proxy: FaultProxy
    let copy: WorkingCopy
    let manager: SyncManager
    let told = Lock<[MarfaError]>([])

    init(_ server: LoopbackServer) async throws {
      let port = try #require(try server.address.port)
      proxy = try FaultProxy(to: UInt16(port))
      let address = try #require(URL(string: "http://127.0.0.1:\(proxy.port)"))
      copy = try await WorkingCopy.open(
        store: server.folder.appending(path: "device"),
        server: Server(url: address, key: try server.server.key))
      manager = SyncManager(copy, types: ["core.note"], tier: .all)
      manager.errorHandler = { [told] error, _ in told.withLock { $0.append(error) } }
    }

    /// Waits until everything is done, without the patience that the manager has.
    func settle() async {
      for await status in manager.statuses() {
        if status.phase != nil { continue }
        if status.connection == .online, status.pending == 0 { return }
        manager.syncNow()
      }
    }

    func note(_ title: String) async throws {
      try await copy.items.create(
        Draft(type: "core.note", properties: ["title": .string(title), "body": ""]))
    }

    func titles() async throws -> [String] {
      try await copy.items.list(ListFilters(limit: 1_000)).compactMap(\.title).sorted()
    }

    func close() async {
      await manager.stop()
      await copy.close()
    }
  }

  private static func answer(_ head: String, _ body: String) -> FaultProxy.Fault {
    .answered("HTTP/1.1 \(head)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
  }

  /// What proxies, gateways and tired servers say.
  private static let faults: [FaultProxy.Fault] = [
    .none, .reset, .truncated(bytes: 60), .none, .truncated(bytes: 700), .late(milliseconds: 120),
    answer(
      "429 Too Many Requests\r\nX-Marfa-Contract: 0\r\nRetry-After: 1",
      #"{"error":{"code":"rate_limited","message":"Slower."}}"#),
    .none,
    answer(
      "500 Internal Server Error\r\nX-Marfa-Contract: 0",
      #"{"error":{"code":"internal","message":"Oh."}}"#),
    answer("502 Bad Gateway\r\nContent-Type: text/html", "<html><body>502</body></html>"), .none,
    .truncated(bytes: 0),
  ]

  private func served(_ server: LoopbackServer) async throws -> [String] {
    try await server.online { client in
      try await ServedRows(client, type: Loopback.note, edgeTypes: []) { _ in }
    }.items.values.compactMap(\.title).sorted()
  }

  @Test(
    "a line that flaps every 200 ms and lies in between loses nothing, doubles nothing, shows nothing"
  )
  func flaps() async throws {
    let server = try await LoopbackServer()
    let device = try await Device(server)
    device.manager.start()
    await device.settle()
    let before = device.proxy.accepted
    let faults = Self.faults
    let flapping = Task {
      for round in 0..<100 {
        let isUp = round.isMultiple(of: 2)
        device.proxy.plan { isUp ? faults[$0 % faults.count] : .reset }
        if !isUp { device.proxy.cut() }
        try await SystemClock().sleep(for: .milliseconds(200))
      }
    }
    // Both sides write all the while.
    var expected: [String] = []
    for number in 0..<200 {
      try await device.note("device \(number)")
      expected.append("device \(number)")
      if number.isMultiple(of: 2) {
        try await server.online { _ = try await $0.note("other \(number)") }
        expected.append("other \(number)")
      }
      try await SystemClock().sleep(for: .milliseconds(90))
    }
    try await flapping.value
    let attempts = device.proxy.accepted - before
    device.proxy.plan { _ in .none }
    await device.settle()
    // The stream may still be a moment behind what the other one wrote.
    await device.manager.sync()
    #expect(device.told.withLock { $0 } == [])
    #expect(try await served(server) == expected.sorted())
    #expect(try await device.titles() == expected.sorted())
    // Twenty seconds: each failure is followed by half a second of rest at least, for the manager and
    // for its stream apart, and a try opens a few connections. A busy loop would make thousands.
    #expect((1...320).contains(attempts), "\(attempts) connections")
    await device.close()
    await server.stop()
  }

  @Test("a gateway that answers every request with a page of its own is asked a few times only")
  func gateway() async throws {
    let server = try await LoopbackServer()
    let device = try await Device(server)
    device.manager.start()
    await device.settle()
    device.proxy.plan { _ in
      Self.answer("502 Bad Gateway\r\nContent-Type: text/html", "<html></html>")
    }
    device.proxy.cut()
    let before = device.proxy.accepted
    try await device.note("A")
    for await status in device.manager.statuses() {
      if case .offline = status.connection, status.pending == 1 { break }
    }
    try await SystemClock().sleep(for: .seconds(2))
    #expect(device.proxy.accepted - before <= 24)
    #expect(device.told.withLock { $0 } == [])
    device.proxy.plan { _ in .none }
    device.proxy.cut()
    await device.settle()
    #expect(try await served(server) == ["A"])
    await device.close()
    await server.stop()
  }
}
