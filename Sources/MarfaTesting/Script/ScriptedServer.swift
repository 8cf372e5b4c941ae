#if DEBUG
  import Marfa
  import MarfaModel
  import Resilience

  /// A Marfa server small enough to be right by sight, for a scripted transport to answer from.
  ///
  /// Every door can be replaced by a test. What was published is replayed to streams that ask for it
  /// and pushed to those that are held. It judges no write: what has to be refused is refused by a
  /// door of the test.
  ///
  /// ```swift
  /// let server = ScriptedServer()
  /// server.door("PATCH /items/\(id)") { _ in .refusal(429, "rate_limited", retryAfter: "30") }
  /// ```
  public final class ScriptedServer: Sendable {
    /// Answers a request in place of the server; `nil` leaves it to the server.
    public typealias Door = @Sendable (ScriptedRequest) async throws -> ScriptedAnswer?

    /// What the server has, for a test to set as it likes.
    public struct State: Sendable {
      /// The id of the instance.
      public var instance: String
      /// The item types it serves; the shipped ones at first.
      public var types = TypeCatalog.shipped.types.map(\.definition)
      /// The edge types it serves; the shipped ones at first.
      public var edgeTypes = TypeCatalog.shipped.edgeTypes.map(\.definition)
      /// Its items, the bin's too.
      public var items: [Item] = []
      /// Its edges.
      public var edges: [Edge] = []
      /// What it tells streams that ask for the past.
      public var log: [(id: Int64, data: JSONObject)] = []
      /// The newest id of the log; it goes on where events are withheld from this reader.
      public var head: Int64 = 0
      /// Rows in a page of a listing.
      public var pageSize = 200
      /// Edges of a kind that come along with an item.
      public var inlineEdges = 50
      var doors: [Door] = []
      package var streams: [ScriptedStream] = []

      /// Makes the state of an empty server.
      public init(instance: String = "instance-1") { self.instance = instance }
    }

    package let state = Lock(State())

    /// Makes an empty server with the shipped types.
    public init() {}

    // MARK: - What a test does

    /// Changes what the server has, without an event.
    public func set(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

    /// Puts a door in front of the server's own.
    public func door(_ door: @escaping Door) { state.withLock { $0.doors.insert(door, at: 0) } }

    /// Answers every request of a method and path by a script of the test.
    public func door(
      _ line: String, _ answer: @escaping @Sendable (ScriptedRequest) -> ScriptedAnswer
    ) {
      door { $0.line == line ? answer($0) : nil }
    }

    /// Opens all the server's own doors again.
    public func openDoors() { state.withLock { $0.doors = [] } }

    /// Holds rows that no event tells of.
    public func hold(_ items: Item...) {
      state.withLock { state in for item in items { Self.put(item, &state) } }
    }

    /// Holds edges that no event tells of.
    public func hold(_ edges: Edge...) {
      state.withLock { state in for edge in edges { Self.put(edge, &state) } }
    }

    /// Changes an item and tells of it.
    public func publish(_ kind: WireItemEvent.Kind, _ item: Item) {
      state.withLock { state in
        Self.put(item, &state)
        Self.push(
          .item(
            WireItemEvent(
              kind: kind, item: WireItem(item),
              metadata: WireMetadata(itemId: item.id, tags: item.tags))), &state)
      }
    }

    /// Destroys an item and tells of it.
    public func purge(_ item: Item) {
      state.withLock { state in
        state.items.removeAll { $0.id == item.id }
        state.edges.removeAll { $0.sourceId == item.id || $0.targetId == item.id }
        Self.push(.itemPurged(WireItem(item)), &state)
      }
    }

    /// Changes or removes an edge and tells of it.
    public func publish(_ kind: WireEdgeEvent.Kind, _ edge: Edge) {
      state.withLock { state in
        state.edges.removeAll { $0.id == edge.id }
        if kind != .deleted { state.edges.append(edge) }
        Self.push(.edge(WireEdgeEvent(kind: kind, edge: edge, sourceType: nil)), &state)
      }
    }

    /// Puts a frame of the test's own into the log.
    public func publish(raw data: JSONObject, id: Int64? = nil) {
      state.withLock { state in
        state.head = id ?? state.head + 1
        state.log.append((state.head, data))
        for stream in state.streams { stream.send(data, id: state.head) }
      }
    }

    /// Its items as they are now, the bin's too.
    public var items: [Item] { state.withLock { $0.items } }

    /// Its edges as they are now.
    public var edges: [Edge] { state.withLock { $0.edges } }

    /// The newest id of the log.
    public var head: Int64 { state.withLock { $0.head } }

    /// The streams that are held and were not given up.
    public var streams: [ScriptedStream] { state.withLock { $0.streams }.filter { !$0.isLetGo } }

    static func put(_ item: Item, _ state: inout State) {
      if let place = state.items.firstIndex(where: { $0.id == item.id }) {
        state.items[place] = item
      } else {
        state.items.append(item)
      }
    }

    static func put(_ edge: Edge, _ state: inout State) {
      state.edges.removeAll { $0.id == edge.id }
      state.edges.append(edge)
    }

    private static func push(_ event: WireEvent, _ state: inout State) {
      state.head += 1
      state.log.append((state.head, event.json))
      for stream in state.streams { stream.send(event.json, id: state.head) }
    }
  }
#endif
