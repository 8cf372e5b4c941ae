import Foundation
import Marfa
import MarfaServer

extension Cases {
  static let serverMemory = Case(
    name: "server-memory",
    summary: "resident memory of a server after taking 10,000 items",
    unit: .mebibytes, goal: .under(120), rounds: 1,
    ours: { workspace in
      let folder = try workspace.fresh("memory-server").appending(path: "data")
      let child = try ChildProcess(["server", folder.path])
      let words = try child.line().split(separator: " ").map(String.init)
      guard words.count == 2, let address = URL(string: words[0]) else {
        throw BaselineError(description: "the server's process said something else")
      }
      let store = try workspace.fresh("memory-copy").appending(path: "copy.marfa")
      let copy = try await WorkingCopy.open(
        store: store, server: Server(url: address, key: words[1]))
      try await copy.hydrate(types: ["core.note"], tier: .library)
      let count = workspace.scaled(10_000)
      for note in workspace.corpus.notes.prefix(count) {
        _ = try await copy.items.create(
          Draft(
            type: "core.note",
            properties: ["title": .string(note.title), "body": .string(note.body)]))
      }
      let report = try await copy.queue.drain()
      await copy.close()
      try child.endInput()
      let resident = Double(try child.line()) ?? 0
      try child.finish()
      guard report.answered == UInt64(count) else {
        throw BaselineError(description: "the server took \(report.answered) of \(count) items")
      }
      return Case.Sample(value: resident, note: "\(count) items")
    }, theirs: nil)

  static let drainMemory = Case(
    name: "drain-memory",
    summary: "the most memory of a copy that queues 50,000 writes and drains them",
    unit: .mebibytes, goal: .under(150), rounds: 1,
    ours: { workspace in
      let running = try await RunningServer.start(
        workspace.fresh("drain-server").appending(path: "data"))
      let store = try workspace.fresh("drain-copy").appending(path: "copy.marfa")
      let count = workspace.scaled(50_000)
      let child = try ChildProcess([
        "drain", store.path, running.server.address.absoluteString, String(count),
      ])
      try child.send(running.key)
      let peak = Double(try child.line()) ?? 0
      try child.finish()
      await running.server.stop()
      return Case.Sample(value: peak, note: "\(count) writes")
    }, theirs: nil)
}
