import CBaseline
import Foundation
import Marfa
import MarfaServer

extension Cases {
  static let drain = Case(
    name: "drain",
    summary: "10,000 queued changes sent one by one, against libcurl sending the same bodies",
    unit: .seconds, goal: .atMost(1.5),
    ours: { workspace in
      let count = workspace.scaled(10_000)
      let store = try await WaitingStore.make("drain-model", workspace, items: count) { copy in
        let page: UInt32 = 1_000
        for offset in stride(from: 0, to: UInt32(count), by: Int(page)) {
          for item in try await copy.items.list(ListFilters(limit: page, offset: offset)) {
            _ = try await copy.items.update(
              item.id, Edit(properties: item.properties, baseVersion: item.version))
          }
        }
      }
      let file = try store.fresh("drain-run", workspace)
      return try await store.echoing {
        let copy = try await WorkingCopy.open(store: file, server: store.reach)
        var watch = Stopwatch()
        let report = try await watch.time { try await copy.queue.drain() }
        await copy.close()
        guard report.answered == UInt64(count) else {
          throw BaselineError(
            description: "\(report.answered) of \(count) changes were taken:"
              + " \(report.unavailable ?? report.stopped ?? "no reason given")")
        }
        return Case.Sample(
          value: watch.seconds,
          note: String(format: "%.0f µs a change", watch.seconds / Double(count) * 1e6))
      }
    },
    theirs: { workspace in
      let count = workspace.scaled(10_000)
      let items = BaselineItems(workspace.corpus, count: count, ids: .ordered)
      let port = UInt16.random(in: 10_000..<32_000)
      guard let echo = baseline_echo_start(port, "{}") else {
        throw BaselineError(description: "the server that takes at once did not start")
      }
      defer { baseline_echo_stop(echo) }
      let result = try BaselineError.check(baseline_send(port, items.items, Int64(count)))
      return Case.Sample(
        value: result.seconds,
        note: String(format: "%.0f µs a change", result.seconds / Double(count) * 1e6))
    })

  static let waitingMemory = Case(
    name: "waiting-memory",
    summary: "what 50,000 waiting writes of 4 KiB add to the memory of a process that drains",
    unit: .mebibytes, goal: .under(64), rounds: 1,
    ours: { workspace in
      let count = workspace.scaled(50_000)
      let body = String(repeating: "Four kibibytes of text. ", count: 170)
      func peak(_ writes: Int) async throws -> Double {
        let store = try await WaitingStore.make("waiting-\(writes)", workspace, items: 0) { copy in
          for number in 0..<writes {
            _ = try await copy.items.create(
              Draft(
                type: "core.note",
                properties: ["title": .string("Note \(number)"), "body": .string(body)]))
          }
        }
        return try await store.echoing {
          let child = try ChildProcess([
            "drain-waiting", store.file.path, store.reach.url.absoluteString, String(writes),
          ])
          try child.send(store.reach.key)
          let peak = Double(try child.line()) ?? 0
          try child.finish()
          return peak
        }
      }
      let few = try await peak(50)
      let many = try await peak(count)
      return Case.Sample(
        value: many - few, note: String(format: "%.0f MiB with 50 writes", few))
    }, theirs: nil)

  static let openStore = Case(
    name: "open",
    summary: "opening a copy of 100,000 items with 10,000 queued writes",
    unit: .milliseconds, goal: .under(50), rounds: 1,
    ours: { workspace in
      let library = try await ProductStore.library(workspace)
      await library.close()
      let file = try workspace.fresh("open").appending(path: "copy.marfa")
      try FileManager.default.copyItem(
        at: workspace.folder.appending(path: "copy/copy.marfa"), to: file)
      let filled = try await WorkingCopy.open(store: file)
      for note in workspace.corpus.notes.prefix(workspace.scaled(10_000)) {
        _ = try await filled.items.create(
          Draft(
            type: "core.note",
            properties: ["title": .string(note.title), "body": .string(note.body)]))
      }
      await filled.close()
      var watch = Stopwatch()
      for _ in 0..<30 {
        let copy = try await watch.time { try await WorkingCopy.open(store: file) }
        guard copy.handle == .writer else {
          throw BaselineError(description: "the copy came up reading")
        }
        await copy.close()
      }
      return watch.sample
    }, theirs: nil)
}
