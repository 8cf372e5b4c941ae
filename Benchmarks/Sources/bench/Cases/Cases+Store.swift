import CBaseline
import Foundation

extension Cases {
  static let create = Case(
    name: "create",
    summary: "creates a second, each durable in the queue, visible and found by search",
    unit: .perSecond, goal: .atLeast(1.5), ours: nil,
    theirs: { workspace in
      let path = try store(workspace.fresh("create-plain"))
      let items = BaselineItems(workspace.corpus, count: workspace.writes)
      let result = try BaselineError.check(
        baseline_create(path, items.items, Int64(items.items.count)))
      return Case.Sample(value: Double(result.count) / result.seconds)
    })

  static let read = Case(
    name: "read-50",
    summary: "the newest 50 of many items, read into memory",
    unit: .milliseconds, goal: .atMost(2.0), ours: nil,
    theirs: { workspace in
      let path = try library(workspace)
      let result = try BaselineError.check(baseline_read(path, 2_000))
      return Case.Sample(value: result.p50_ms, note: String(format: "p99 %.3f ms", result.p99_ms))
    })

  static let search = Case(
    name: "search",
    summary: "a word that some of many items hold, the best 20 with excerpts",
    unit: .milliseconds, goal: .atMost(1.5), ours: nil,
    theirs: { workspace in
      let path = try library(workspace)
      let queries = workspace.corpus.queries.map { strdup("\"\($0)\"") }
      defer { for query in queries { free(query) } }
      let result = try BaselineError.check(
        baseline_search(path, queries.map { UnsafePointer($0) }, Int64(queries.count), 4))
      return Case.Sample(value: result.p50_ms, note: String(format: "p99 %.3f ms", result.p99_ms))
    })

  static let hydrate = Case(
    name: "hydrate",
    summary: "a fresh copy of many items, against inserting them in one transaction",
    unit: .seconds, goal: .atMost(4.0), ours: nil,
    theirs: { workspace in
      let path = try store(workspace.fresh("hydrate-plain"))
      let items = BaselineItems(workspace.corpus, count: workspace.items)
      let result = try BaselineError.check(
        baseline_bulk(path, items.items, Int64(items.items.count)))
      return Case.Sample(value: result.seconds)
    })

  /// An empty store of the plain loops in a folder.
  static func store(_ folder: URL) throws -> String {
    let path = folder.appending(path: "plain.db").path
    _ = try BaselineError.check(baseline_make(path, BaselineSchema.text, "NORMAL"))
    return path
  }

  /// The store of the plain loops with all items; made once a run.
  static func library(_ workspace: Workspace) throws -> String {
    let path = workspace.folder.appending(path: "library/plain.db").path
    if FileManager.default.fileExists(atPath: path) { return path }
    let made = try store(workspace.fresh("library"))
    let items = BaselineItems(workspace.corpus, count: workspace.items)
    _ = try BaselineError.check(baseline_bulk(made, items.items, Int64(items.items.count)))
    return made
  }
}
