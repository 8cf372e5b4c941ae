import MarfaModel
import MarfaTesting
import Resilience
import Testing

@testable import Marfa

@Suite("When the follow runs, stops and starts again")
struct FollowLifeTests {
  @Test("nothing is followed until a stream is held, and no longer than one is")
  func runsWhileHeld() async throws {
    let bench = try CopyBench()
    let copy = try await bench.following()
    #expect(bench.transport.requests.isEmpty)
    let first = ChangeEar(copy.changes())
    let second = ChangeEar(copy.changes())
    await bench.clock.waitForTimer(of: .seconds(90))
    let stream = try #require(bench.server.streams.first)
    await first.letGo()
    #expect(!stream.isLetGo)
    await second.letGo()
    await stream.letGo()
    bench.transport.forget()
    let third = ChangeEar(copy.changes())
    await bench.transport.waitFor("GET /events")
    await third.letGo()
    await copy.close()
  }

  @Test(
    "streams taken and let go from many tasks at once end with a follow exactly when one is held")
  func heldRace() async throws {
    let bench = try CopyBench()
    let copy = try await bench.following()
    for _ in 0..<20 {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask {
            let ear = ChangeEar(copy.changes())
            await ear.letGo()
          }
        }
      }
    }
    let ear = ChangeEar(copy.changes())
    await bench.clock.waitForTimer(of: .seconds(90))
    bench.server.publish(.updated, FollowedNote.row("B", version: 2))
    await ear.wait { $0.contains(where: FollowedNote.isTold) }
    await ear.letGo()
    for stream in bench.server.streams { await stream.letGo() }
    await copy.close()
  }

  @Test("a load pauses the follow, waits until it has ended, and it goes on from the new cursor")
  func pausedByLoad() async throws {
    let bench = try CopyBench()
    let copy = try await bench.following()
    let ear = ChangeEar(copy.changes())
    await bench.clock.waitForTimer(of: .seconds(90))
    let old = try #require(bench.server.streams.first)
    bench.server.door { request in
      // While rows are listed no stream of the follow is open.
      if request.line == "GET /items" { #expect(old.isLetGo) }
      return nil
    }
    bench.server.set { $0.head = 50 }
    try await copy.hydrate(types: ["core.note"], tier: .library)
    await bench.transport.waitUntil { requests in
      requests.last { $0.path == "/events" }?.headers["Last-Event-ID"] == "50"
    }
    await bench.clock.waitForTimer(of: .seconds(90))
    bench.server.publish(.updated, FollowedNote.row("B", version: 2))
    await ear.wait { $0.contains(where: FollowedNote.isTold) }
    #expect(
      ear.origins == [.refreshed(.hydrated), .server(event: "item.updated", cursor: "51")])
    await copy.close()
  }

  @Test("a load or catch-up that fails lets the follow go on all the same")
  func goesOnAfterFailure() async throws {
    let bench = try CopyBench()
    let copy = try await bench.following()
    let ear = ChangeEar(copy.changes())
    await bench.clock.waitForTimer(of: .seconds(90))
    _ = await thrown { try await copy.hydrate(types: ["nonsense"], tier: .library) }
    bench.server.door("GET /types") { _ in .refusal(500, "internal") }
    _ = await thrown { try await copy.catchUp() }
    bench.server.openDoors()
    bench.server.publish(.updated, FollowedNote.row("B", version: 2))
    // The follow may have met the failing catalog too; then it comes back by itself.
    let advancing = Task {
      while !Task.isCancelled { await bench.advance(past: .seconds(1)) }
    }
    await ear.wait { $0.contains(where: FollowedNote.isTold) }
    advancing.cancel()
    await copy.close()
  }

  @Test("streams of a copy that was never loaded wait for the first load without a word")
  func waitsForFirstLoad() async throws {
    let bench = try CopyBench()
    bench.server.hold(FollowedNote.row())
    let copy = try await bench.open()
    let ear = ChangeEar(copy.changes())
    try await copy.items.create(Draft(type: "core.note", properties: ["body": "B"]))
    await ear.wait { $0.count == 1 }
    #expect(bench.transport.requests.isEmpty)
    try await copy.hydrate(types: ["core.note"], tier: .library)
    await bench.clock.waitForTimer(of: .seconds(90))
    bench.server.publish(.updated, FollowedNote.row("B", version: 2))
    await ear.wait { $0.contains(where: FollowedNote.isTold) }
    #expect(ear.origins.count == 3)
    await copy.close()
  }

  @Test(
    "what does not pass by itself stops the follow, is told once, and first to later streams",
    arguments: [
      (ScriptedAnswer.refusal(401, "invalid_key"), "unauthorized"),
      (.refusal(403, "forbidden"), "forbidden"), (.refusal(404, "not_found"), "not_found"),
      (.refusal(400, "validation_error"), "validation"), (.refusal(410, "gone"), "server"),
      (.answer(200, [("X-Marfa-Contract", "2")]), "contract_mismatch"),
      (.answer(204), "decoding"),
    ])
  func stops(_ answer: ScriptedAnswer, _ code: String) async throws {
    let bench = try CopyBench()
    let copy = try await bench.following()
    bench.server.door("GET /events") { _ in answer }
    let ear = ChangeEar(copy.changes())
    await ear.wait { !$0.isEmpty }
    guard case .stopped(let error) = ear.origins.first else {
      Issue.record("\(ear.origins)")
      return
    }
    #expect(error.code() == code)
    let later = ChangeEar(copy.changes())
    await later.wait { !$0.isEmpty }
    #expect(later.origins == [.stopped(error)])
    // Local changes go on, and neither they nor a drain start it again.
    bench.transport.forget()
    try await copy.items.create(Draft(type: "core.note", properties: ["body": "B"]))
    try await copy.queue.drain()
    await later.wait(for: .refreshed(.drained))
    #expect(!bench.transport.lines.contains("GET /events"))
    // A catch-up does, and clears the stop.
    bench.server.openDoors()
    try await copy.catchUp()
    await bench.clock.waitForTimer(of: .seconds(90))
    let last = ChangeEar(copy.changes())
    bench.server.publish(.updated, FollowedNote.row("B", version: 2))
    await last.wait { $0.contains(where: FollowedNote.isTold) }
    #expect(last.origins.count == 1)
    #expect(ear.origins.count { if case .stopped = $0 { true } else { false } } == 1)
    await copy.close()
  }

  @Test("a copy that expires under a follow stops it, keeps its rows, and refuses reads")
  func expires() async throws {
    let bench = try CopyBench()
    let copy = try await bench.following()
    let ear = ChangeEar(copy.changes())
    await bench.clock.waitForTimer(of: .seconds(90))
    for stream in bench.server.streams {
      stream.send(["event_type": "catchup_too_old", "min_retained_id": "9", "requested": "0"])
    }
    await ear.wait { !$0.isEmpty }
    guard case .stopped(let error) = ear.origins.first else {
      Issue.record("\(ear.origins)")
      return
    }
    #expect(error.serverCode == "catchup_too_old" && error.needsHydration)
    #expect(await thrown { _ = try await copy.items.list() } == error)
    #expect(bench.transport.lines.count { $0 == "GET /events" } == 1)
    await copy.close()
  }

  @Test(
    "a close ends the follow and every stream, whatever it waits for", arguments: [true, false])
  func closes(_ isWaiting: Bool) async throws {
    let bench = try CopyBench()
    let copy = try await bench.following()
    if isWaiting { bench.server.door("GET /events") { _ in .unreachable } }
    let ears = [ChangeEar(copy.changes()), ChangeEar(copy.changes())]
    if isWaiting {
      _ = await bench.followWait()
    } else {
      await bench.clock.waitForTimer(of: .seconds(90))
    }
    await copy.close()
    for ear in ears { await ear.ended() }
    #expect(bench.server.streams.isEmpty)
    #expect(bench.clock.pendingTimers.isEmpty)
  }

  @Test("200 rounds of holding, loading and letting go leave nothing running")
  func manyRounds() async throws {
    let bench = try CopyBench()
    let copy = try await bench.following()
    for round in 0..<200 {
      let ear = ChangeEar(copy.changes())
      if round % 3 == 0 { try await copy.catchUp() }
      await ear.letGo()
    }
    await copy.close()
    #expect(bench.server.streams.isEmpty)
    #expect(bench.clock.pendingTimers.isEmpty)
  }
}
