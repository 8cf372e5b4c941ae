import MarfaEngine
import MarfaModel
import MarfaSQL

/// What a read of one item takes along; its `include`.
struct Including {
  private let words: Set<String>

  /// Items at the far end of edges that come along at most (server-items 1.6).
  static let neighbors = 100

  /// Reads `include`: any of `backrefs`, `neighbors`, `versions`.
  ///
  /// The words of listings are taken too, since an item by its id has all of that anyway.
  init(_ query: QueryParameters) throws(RuleRefusal) {
    guard query["include"] != nil else {
      words = []
      return
    }
    words = Set(query.list("include"))
    let known: Set<String> = ["backrefs", "neighbors", "versions", "edges", "metadata"]
    guard words.isSubset(of: known) else {
      throw .validation(
        path: "include", "“include” takes backrefs, neighbors and versions.")
    }
  }

  /// Whether nothing is asked for.
  var isEmpty: Bool { words.isEmpty }

  /// Adds what is asked for to the answer about an item.
  func add(to answer: inout JSONObject, row: ItemRow, answers: ItemAnswers, scope: ReadScope)
    throws
  {
    var backrefs: [WireEdgeBlock] = []
    if words.contains("backrefs") {
      backrefs = try answers.blocks(EdgeQuery(to: row.id))
      answer["backrefs"] = .object(
        JSONObject(
          backrefs.map { ($0.edgeType, .object($0.page.json { $0.json })) }))
    }
    if words.contains("neighbors") {
      try addNeighbors(to: &answer, row: row, backrefs: backrefs, answers: answers)
    }
    if words.contains("versions") {
      let page = try VersionStore(connection: scope.connection).page(
        of: row.id, after: 0, limit: 50
      ) { answers.permissions?.reads(type: $0, in: scope.catalog) ?? true }
      answer["versions"] = [
        "data": .array(page.data),
        "next_cursor": page.next.map { .string(PageCursor.text(.versions, String($0))) } ?? .null,
      ]
    }
  }

  private func addNeighbors(
    to answer: inout JSONObject, row: ItemRow, backrefs: [WireEdgeBlock], answers: ItemAnswers
  ) throws {
    let outbound = try answers.blocks(EdgeQuery(from: row.id)).flatMap(\.page.data)
    let ends = outbound.map(\.targetId) + backrefs.flatMap(\.page.data).map(\.sourceId)
    var rows: [JSONValue] = []
    var omitted: Int64 = 0
    var isTruncated = false
    for end in try ItemStore(answers.connection).get(ends)
    where end.state != .trashed && !TypeId.isSystem(end.type) {
      guard answers.permissions?.reads(type: end.type, in: answers.catalog) ?? true else {
        omitted += 1
        continue
      }
      guard rows.count < Self.neighbors else {
        isTruncated = true
        break
      }
      rows.append(.object(try answers.row(end).json))
    }
    answer["neighbors"] = .array(rows)
    answer["neighbors_truncated"] = .bool(isTruncated)
    answer["neighbors_omitted"] = .integer(omitted)
  }
}
