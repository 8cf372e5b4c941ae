import MarfaModel
import Resilience

/// What a copy reads from its server, page by page.
struct ServerReads: Sendable {
  let line: ServerLine

  /// The id of the instance behind the address.
  func instanceId() async throws -> String {
    let root = try await line.get("/")
    guard let id = root["instance_id"]?.string else {
      throw MarfaError.decoding(message: "The server does not say which instance it is.")
    }
    return id
  }

  /// The item types and edge types, as the server lists them.
  func catalog() async throws -> ServedCatalog {
    async let types = everyRow("/types")
    async let edgeTypes = everyRow("/edge-types")
    return ServedCatalog(types: try await types, edgeTypes: try await edgeTypes)
  }

  /// One page of items with their tags and the edges they draw.
  ///
  /// Edges beyond the first page of a kind are read to the end here, before anything is written.
  func items(type: String, tier: SliceTier, from turn: PageTurn) async throws -> ItemPage {
    let page = try await page(
      "/items",
      query: [
        ("type", type), ("tier", tier.rawValue), ("state", "any"), ("include", "edges,metadata"),
        ("limit", String(Tuning.pageLimit)),
      ], from: turn)
    var rows: [ArrivedItem] = []
    rows.reserveCapacity(page.data.count)
    for value in page.data { rows.append(try await whole(try ArrivedItem(row: value))) }
    return ItemPage(rows: rows, next: page.next)
  }

  /// One item with its tags and the edges it draws; `nil` when the server holds none.
  func item(_ id: String) async throws -> ArrivedItem? {
    do {
      let answer = try await line.get(
        "/items/\(PathSegment.encode(id))", query: [("include", "edges,metadata")])
      return try await whole(try ArrivedItem(row: .object(answer)))
    } catch MarfaError.notFound {
      return nil
    }
  }

  /// Whether the server has an item in its bin, which it tells of in listings only.
  func isBinned(_ id: String) async throws -> Bool {
    let page = try await page(
      "/items",
      query: [
        ("state", "trashed"), ("filter", "id eq \"\(id)\""), ("include", "system"), ("limit", "1"),
      ], from: PageTurn())
    return !page.data.isEmpty
  }

  /// One page of the server's bin, the newest change first.
  func bin(type: String?, after cursor: String?, limit: Int) async throws -> (
    items: [Item], next: String?
  ) {
    var query = [
      ("state", "trashed"), ("sort", "updated_at"), ("direction", "desc"), ("tier", "all"),
      ("include", "metadata"), ("limit", String(limit)),
    ]
    if let type { query.append(("type", type)) }
    let page = try await page("/items", query: query, from: PageTurn(at: cursor))
    return (try page.data.map { try ArrivedItem(row: $0).item }, page.next?.cursor)
  }

  /// The items that a filter finds in any state, of so many pages at most.
  ///
  /// - Returns: the items, and whether every page was read.
  func named(_ filter: String, pages: Int, limit: Int) async throws -> (
    items: [Item], isWhole: Bool
  ) {
    var items: [Item] = []
    var turn: PageTurn? = PageTurn()
    for _ in 0..<pages {
      guard let now = turn else { break }
      let page = try await page(
        "/items",
        query: [
          ("filter", filter), ("state", "any"), ("include", "metadata"), ("limit", String(limit)),
        ], from: now)
      items += try page.data.map { try ArrivedItem(row: $0).item }
      turn = page.next
    }
    return (items, turn == nil)
  }

  /// One edge; `nil` when the server holds none.
  func edge(_ id: String) async throws -> Edge? {
    do {
      let answer = try await line.get("/edges/\(PathSegment.encode(id))")
      return try Edge(arrived: answer["edge"] ?? .null)
    } catch MarfaError.notFound {
      return nil
    }
  }

  /// Every edge that an item draws.
  func edges(from id: String) async throws -> [Edge] {
    try await everyEdge("/items/\(PathSegment.encode(id))/edges", query: [])
  }

  /// One page of all edges of a type.
  func edges(ofType type: String, from turn: PageTurn) async throws -> EdgePage {
    let page = try await page(
      "/edges", query: [("edge_type", type), ("limit", String(Tuning.pageLimit))], from: turn)
    return EdgePage(edges: try page.data.map { try Edge(arrived: $0) }, next: page.next)
  }

  /// Asks the server to take in a type that the app declared.
  func register(_ definition: JSONObject) async throws {
    _ = try await line.call("POST", "/types", body: definition)
  }

  private func whole(_ row: ArrivedItem) async throws -> ArrivedItem {
    var row = row
    for (edgeType, cursor) in row.unfinished {
      row.edges += try await everyEdge(
        "/items/\(PathSegment.encode(row.item.id))/edges", query: [("edge_type", edgeType)],
        from: cursor)
    }
    row.unfinished = []
    return row
  }

  private func everyEdge(_ path: String, query: [(String, String)], from first: String? = nil)
    async throws -> [Edge]
  {
    var edges: [Edge] = []
    var turn: PageTurn? = PageTurn(at: first)
    while let now = turn {
      let page = try await page(
        path, query: query + [("limit", String(Tuning.pageLimit))], from: now)
      edges += try page.data.map { try Edge(arrived: $0) }
      turn = page.next
    }
    return edges
  }

  private func everyRow(_ path: String) async throws -> [JSONObject] {
    var rows: [JSONObject] = []
    var turn: PageTurn? = PageTurn()
    while let now = turn {
      let page = try await page(path, query: [], from: now)
      for value in page.data {
        guard let row = value.object else {
          throw MarfaError.decoding(message: "An entry of a list of the server is not an object.")
        }
        rows.append(row)
      }
      turn = page.next
    }
    return rows
  }

  private func page(_ path: String, query: [(String, String)], from turn: PageTurn) async throws
    -> (data: [JSONValue], next: PageTurn?)
  {
    let cursor = turn.cursor.map { [("cursor", $0)] } ?? []
    let answer = try await line.get(path, query: query + cursor)
    guard let data = answer["data"]?.array else {
      throw MarfaError.decoding(message: "A list of the server cannot be read.")
    }
    return (data, try turn.next(answer["next_cursor"]))
  }
}
