import Foundation
import Marfa
import MarfaModel
import Testing

@testable import MarfaCLI

@Suite("One writer and its readers in other processes")
struct RolesAcrossProcessesTests {
  /// Runs `marfa device` on a store in a process of its own, and answers its lines.
  private func child(_ words: [String], on store: URL, lines: [String] = []) async throws
    -> [JSONObject]
  {
    let script = store.appendingPathExtension("script-\(UUID().uuidString)")
    try lines.map { $0 + "\n" }.joined().write(to: script, atomically: true, encoding: .utf8)
    let child = try CrashChild(
      script: script, arguments: ["device", "--db", store.path] + words + ["--json"])
    #expect(await child.ended() == false)
    try FileManager.default.removeItem(at: script)
    return child.answers
  }

  @Test("readers in other processes see every write at once, and change nothing, while one writes")
  func readers() async throws {
    let folder = try StoreFolder()
    let store = folder.file("copy.db")
    let writer = try await WorkingCopy.open(store: store)
    for number in 0..<5 {
      try await writer.items.create(
        Draft(type: "core.note", properties: ["body": .string("note \(number)")]))
      // The writer goes on beside them.
      async let more = writer.items.create(Draft(type: "core.task", properties: ["title": "t"]))
      async let first = child(["status"], on: store)
      async let second = child(["status"], on: store)
      for status in try await [first, second] {
        #expect(status.first?["role"] == "reader")
        #expect((status.first?["items"]?.integer ?? 0) > Int64(number))
      }
      _ = try await more
    }
    let told = try await child(
      ["apply"], on: store,
      lines: [
        #"{"do":"create","type":"core.note","properties":{"body":"of another process"}}"#,
        #"{"do":"forget_answered"}"#, #"{"do":"release","reason":"key_spent"}"#,
      ])
    #expect(told.isEmpty)
    #expect(try await writer.queue.all().count == 10)
    #expect(try await writer.items.list(ListFilters(limit: 100)).count == 10)
    await writer.close()
  }

  @Test("the role is free once its process has ended, and another process takes it")
  func handsOn() async throws {
    let folder = try StoreFolder()
    let store = folder.file("copy.db")
    let line = #"{"do":"create","type":"core.note","properties":{"body":"of a process"}}"#
    for number in 1...3 {
      #expect(try await child(["apply"], on: store, lines: []).isEmpty)
      let made = try await WorkingCopy.open(store: store)
      await made.close()
      #expect(try await child(["apply"], on: store, lines: [line]).count == 1)
      let copy = try await WorkingCopy.open(store: store)
      #expect(try await copy.queue.all().count == number)
      await copy.close()
    }
  }
}
