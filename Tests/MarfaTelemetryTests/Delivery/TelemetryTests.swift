import Foundation
import MarfaModel
import MarfaTelemetry
import Resilience
import Testing

@Suite("Telemetry")
struct TelemetryTests {
  private let error = MarfaError.network(message: "m")

  @Test("nothing happens without a destination, or before it is switched on (R95, R101)")
  func needsBoth() async throws {
    for bench in [try Bench(isConfigured: false), try Bench(isOn: false)] {
      bench.telemetry.report(error, during: "drain")
      bench.telemetry.report(type: "t", sentence: "s", during: "o")
      bench.telemetry.log("e")
      await bench.settle()
      #expect(bench.transport.requests.isEmpty)
      #expect(bench.clock.pendingTimers.isEmpty)
      bench.telemetry.configure(try Bench.configuration())
      bench.telemetry.isEnabled = true
      await bench.settle()
      #expect(bench.transport.requests.isEmpty)
    }
    #expect(!Telemetry().isEnabled)
    #expect(!Telemetry.shared.isEnabled)
  }

  @Test("calls while it is off count nothing toward the limits")
  func offCountsNothing() async throws {
    let bench = try Bench(isOn: false)
    for _ in 0..<5 { bench.telemetry.report(error, during: "drain") }
    bench.telemetry.isEnabled = true
    bench.telemetry.report(error, during: "drain")
    await bench.settle()
    #expect(try bench.exceptions().map { $0["held_back"] } == [.integer(0)])
  }

  @Test("one reported error is one exception, which says how many were held back (R122, R129)")
  func oneException() async throws {
    let bench = try Bench()
    for _ in 0..<4 { bench.telemetry.report(error, during: "drain") }
    await bench.settle()
    #expect(bench.transport.requests.count == 1)
    bench.clock.advance(by: .seconds(60))
    bench.telemetry.report(error, during: "drain")
    await bench.settle()
    #expect(try bench.exceptions().map { $0["held_back"] } == [.integer(0), .integer(3)])
  }

  @Test("work that was called off is not reported")
  func cancelled() async throws {
    let bench = try Bench()
    bench.telemetry.report(CancellationError(), during: "drain")
    bench.telemetry.report(MarfaError.canceled(message: ""), during: "drain")
    await bench.settle()
    #expect(bench.transport.requests.isEmpty)
  }

  @Test("switching off drops what waits, stops a send under way, and nothing follows (R116-R118)")
  func switchingOff() async throws {
    let bench = try Bench()
    bench.transport.hold()
    bench.telemetry.report(error, during: "first")
    await bench.transport.waitForRequests(1)
    bench.telemetry.report(error, during: "second")
    for _ in 0..<60 { bench.telemetry.log("e") }
    bench.telemetry.isEnabled = false
    await bench.transport.waitForCancelled(1)
    bench.transport.letGo()
    bench.telemetry.report(error, during: "third")
    bench.telemetry.log("e")
    bench.clock.advance(by: .seconds(100))
    await bench.settle()
    #expect(bench.transport.requests.count == 1)
    bench.telemetry.isEnabled = true
    bench.clock.advance(by: .seconds(100))
    await bench.settle()
    #expect(bench.transport.requests.count == 1)
    bench.telemetry.log("fresh")
    await bench.settle()
    #expect(try bench.batches().map { $0.map { $0["eventName"] } } == [[.string("fresh")]])
  }

  @Test("a new destination drops what waits for the old one")
  func newDestination() async throws {
    let bench = try Bench()
    bench.telemetry.log("old")
    bench.telemetry.configure(try Bench.configuration(host: "https://other.example/prefix/?q=1#f"))
    bench.telemetry.log("new")
    await bench.settle()
    #expect(
      bench.transport.requests.map(\.url.absoluteString) == [
        "https://other.example/prefix/i/v1/logs"
      ])
    #expect(try bench.batches().map { $0.map { $0["eventName"] } } == [[.string("new")]])
  }

  @Test(
    "a host that fails all the time is left alone; what waits meanwhile is sent when it is back")
  func leftAlone() async throws {
    let bench = try Bench()
    bench.transport.fail(RecordingTransport.outage)
    let operations: [StaticString] = ["a", "b", "c", "d", "e", "f", "g"]
    for operation in operations { bench.telemetry.report(error, during: operation) }
    await bench.clock.waitForTimer(of: .seconds(30))
    #expect(bench.transport.requests.count == 5)
    bench.transport.heal()
    bench.clock.advance(by: .seconds(30))
    await bench.settle()
    // Five were tried once and are lost; the two behind them waited.
    #expect(
      try bench.exceptions().map { $0["operation"]?.string }
        == ["a", "b", "c", "d", "e", "f", "g"])
  }

  @Test("switching off ends the wait for a host that fails, and drops what waits behind it")
  func switchedOffWhileLeftAlone() async throws {
    let bench = try Bench()
    bench.transport.fail(RecordingTransport.outage)
    let operations: [StaticString] = ["a", "b", "c", "d", "e", "f"]
    for operation in operations { bench.telemetry.report(error, during: operation) }
    await bench.clock.waitForTimer(of: .seconds(30))
    bench.telemetry.isEnabled = false
    bench.transport.heal()
    bench.telemetry.isEnabled = true
    bench.clock.advance(by: .seconds(30))
    await bench.settle()
    #expect(bench.transport.requests.count == 5)
  }

  @Test("a report that fails to send is lost and not sent again (R120)")
  func noRetry() async throws {
    let bench = try Bench()
    bench.transport.fail()
    bench.telemetry.report(error, during: "drain")
    bench.telemetry.log("e")
    await bench.settle()
    #expect(bench.transport.requests.count == 2)
    bench.transport.heal()
    bench.clock.advance(by: .seconds(600))
    await bench.settle()
    #expect(bench.transport.requests.count == 2)
  }

  @Test("records go thirty seconds after the first of them (R133)")
  func thirtySeconds() async throws {
    let bench = try Bench()
    bench.telemetry.log("first")
    await bench.clock.waitForTimers()
    bench.clock.advance(by: .seconds(29))
    bench.telemetry.log("second")
    #expect(bench.transport.requests.isEmpty)
    bench.clock.advance(by: .seconds(1))
    await bench.transport.waitForRequests(1)
    #expect(try bench.batches().map(\.count) == [2])
  }

  @Test("the fiftieth record sends the batch without any waiting (R132)")
  func fifty() async throws {
    let bench = try Bench()
    for _ in 0..<50 { bench.telemetry.log("e") }
    await bench.transport.waitForRequests(1)
    #expect(try bench.batches().map(\.count) == [50])
  }

  @Test("after five hundred waiting records the next batch says how many were dropped (R135-R137)")
  func dropped() async throws {
    let bench = try Bench()
    bench.transport.hold()
    bench.telemetry.report(error, during: "drain")
    await bench.transport.waitForRequests(1)
    for _ in 0..<512 { bench.telemetry.log("e") }
    bench.transport.letGo()
    await bench.settle()
    let batches = try bench.batches()
    #expect(batches.map(\.count) == Array(repeating: 50, count: 10))
    let told = batches.map { Bench.attribute("dropped_records", of: $0.first)?["intValue"] }
    #expect(told == [.string("12")] + Array(repeating: nil, count: 9))
  }

  @Test("a flush waits no longer than its deadline, and what was under way goes on (R121)")
  func deadline() async throws {
    let bench = try Bench()
    bench.transport.hold()
    bench.telemetry.log("e")
    await bench.clock.waitForTimers(1)
    async let flushed: Void = bench.telemetry.flush()
    await bench.transport.waitForRequests(1)
    // The flush's own deadline, and that of the request.
    while !bench.clock.pendingTimers.contains(.seconds(2)) { await Task.yield() }
    bench.clock.advance(by: .seconds(2))
    await flushed
    #expect(bench.transport.cancelled == 0)
    bench.transport.letGo()
    await bench.settle()
    #expect(bench.transport.requests.count == 1)
  }

  @Test("a flush without time only starts the sending, and a cancelled one comes back (R121)")
  func flushWithoutTime() async throws {
    let bench = try Bench()
    bench.transport.hold()
    bench.telemetry.log("e")
    await bench.telemetry.flush(deadline: .zero)
    await bench.transport.waitForRequests(1)
    let flush = Task { await bench.telemetry.flush(deadline: .seconds(1_000)) }
    flush.cancel()
    await flush.value
    bench.transport.letGo()
    await bench.settle()
  }

  @Test("a transport that never answers is given up after ten seconds, and the next one goes")
  func stuckTransport() async throws {
    let bench = try Bench()
    bench.transport.hold()
    bench.telemetry.report(error, during: "first")
    await bench.transport.waitForRequests(1)
    bench.telemetry.report(error, during: "second")
    await bench.clock.waitForTimers()
    bench.clock.advance(by: .seconds(10))
    await bench.transport.waitForRequests(2)
    bench.transport.letGo()
  }

  @Test("calls from many tasks at once lose and double nothing (R119)")
  func manyTasks() async throws {
    let bench = try Bench()
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<25 { bench.telemetry.log("e") } }
      }
    }
    await bench.settle()
    #expect(try bench.batches().map(\.count).reduce(0, +) == 200)
  }
}
