import CBaseline
import Foundation
import Marfa
import MarfaServer

extension Cases {
  static let create = Case(
    name: "create",
    summary: "creates a second, each durable in the queue, visible and found by search",
    unit: .perSecond, goal: .atLeast(1.5),
    ours: { workspace in
      let file = try workspace.fresh("create").appending(path: "copy.marfa")
      let copy = try await WorkingCopy.open(store: file)
      var watch = Stopwatch()
      for note in workspace.corpus.notes.prefix(workspace.writes) {
        try await watch.time {
          _ = try await copy.items.create(
            Draft(
              type: "core.note",
              properties: ["title": .string(note.title), "body": .string(note.body)]))
        }
      }
      await copy.close()
      let slow = watch.percentile(0.99)
      return Case.Sample(
        value: Double(workspace.writes) / watch.seconds, note: String(format: "p99 %.3f ms", slow))
    },
    theirs: { workspace in
      let path = try await BaselineStore.make(in: workspace.fresh("create-plain"))
      let items = BaselineItems(workspace.corpus, count: workspace.writes)
      let result = try BaselineError.check(
        baseline_create(path, items.items, Int64(items.items.count)))
      return Case.Sample(value: Double(result.count) / result.seconds)
    })

  static let read = Case(
    name: "read-50",
    summary: "the newest 50 of many items, read into memory",
    unit: .milliseconds, goal: .atMost(2.0),
    ours: { workspace in
      let copy = try await ProductStore.library(workspace)
      var watch = Stopwatch()
      for _ in 0..<2_000 {
        let items = try await watch.time { try await copy.items.list(ListFilters(limit: 50)) }
        guard items.count == 50 else {
          throw BaselineError(description: "the product read \(items.count) items, not 50")
        }
      }
      await copy.close()
      return watch.sample
    },
    theirs: { workspace in
      let path = try await BaselineStore.library(workspace)
      let result = try BaselineError.check(baseline_read(path, 2_000))
      return Case.Sample(value: result.p50_ms, note: String(format: "p99 %.3f ms", result.p99_ms))
    })

  static let search = Case(
    name: "search",
    summary: "a word that some of many items hold, the best 20 with excerpts",
    unit: .milliseconds, goal: .atMost(1.5),
    ours: { workspace in
      let copy = try await ProductStore.library(workspace)
      // The first search takes in the rows that wait for the index; what counts is the rest.
      _ = try await copy.search(workspace.corpus.queries[0])
      var watch = Stopwatch()
      for _ in 0..<4 {
        for query in workspace.corpus.queries {
          _ = try await watch.time { try await copy.search("\"\(query)\"", limit: 20) }
        }
      }
      await copy.close()
      return watch.sample
    },
    theirs: { workspace in
      let path = try await BaselineStore.library(workspace)
      let queries = workspace.corpus.queries.map { strdup("\"\($0)\"") }
      defer { for query in queries { free(query) } }
      let result = try BaselineError.check(
        baseline_search(path, queries.map { UnsafePointer($0) }, Int64(queries.count), 4))
      return Case.Sample(value: result.p50_ms, note: String(format: "p99 %.3f ms", result.p99_ms))
    })

  static let hydrate = Case(
    name: "hydrate",
    summary: "a fresh copy of many items, searchable, against inserting them in one transaction",
    unit: .seconds, goal: .atMost(4.0),
    ours: { workspace in
      let running = try await ProductStore.server(workspace)
      let file = try workspace.fresh("hydrate").appending(path: "copy.marfa")
      let copy = try await WorkingCopy.open(store: file, server: running.reach)
      var watch = Stopwatch()
      let report = try await watch.time {
        try await copy.hydrate(types: ["core.note"], tier: .library)
      }
      // The index belongs to it: rows that wait for it are taken in by the first search.
      let loading = watch.seconds
      _ = try await watch.time { try await copy.search(workspace.corpus.queries[0]) }
      await copy.close()
      await running.server.stop()
      guard report.items == UInt64(workspace.items) else {
        throw BaselineError(description: "\(report.items) of \(workspace.items) items arrived")
      }
      return Case.Sample(
        value: watch.seconds,
        note: String(format: "%.1f s to load, the rest to index", loading))
    },
    theirs: { workspace in
      let path = try await BaselineStore.make(in: workspace.fresh("hydrate-plain"))
      let items = BaselineItems(workspace.corpus, count: workspace.items)
      let result = try BaselineError.check(
        baseline_bulk(path, items.items, Int64(items.items.count)))
      return Case.Sample(value: result.seconds)
    })
}
