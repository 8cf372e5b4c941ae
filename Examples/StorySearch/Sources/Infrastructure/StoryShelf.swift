import Domain
import Foundation
import Marfa
import Resilience

/// Keeps search results in a Marfa working copy: one item a query, in one SQLite file.
public actor StoryShelf: CacheStorage {
  static let type = "app.stories.search"
  /// A copy without a server keeps every write it would send. Above this many the shelf begins a
  /// new file; with fewer it would often, with more the file grows by megabytes of old results.
  static let longestQueue = 1_000

  private static let definition: JSONObject = [
    "id": .string(type),
    "label": "Story search",
    "fields": [
      "query": ["type": "string"],
      "stored_at": ["type": "integer"],
      "stories": ["type": "array", "items_type": "object"],
    ],
    "required": ["query", "stored_at", "stories"],
  ]

  private let copy: WorkingCopy

  private init(copy: WorkingCopy) {
    self.copy = copy
  }

  /// Opens the shelf's file, and makes it where there is none.
  ///
  /// - Throws: `MarfaError` when the file can't be opened.
  public static func open(_ file: URL) async throws -> StoryShelf {
    try await open(file, longestQueue: longestQueue)
  }

  static func open(_ file: URL, longestQueue: Int) async throws -> StoryShelf {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    let shelf = StoryShelf(copy: try await WorkingCopy.open(store: file))
    // The second program on one file reads, and keeps nothing.
    guard shelf.copy.handle == .writer else { return shelf }
    try await shelf.copy.declareTypes([definition])
    guard try await shelf.waitingWrites > longestQueue else { return shelf }
    return try await shelf.moved(to: file)
  }

  /// Closes the file.
  public func close() async {
    await copy.close()
  }

  /// Answers what is kept for a query, however old.
  public func entry(for key: SearchQuery) async throws -> CacheEntry<[Story]>? {
    try await item(for: key).flatMap { Self.entry($0) }
  }

  /// Keeps the results of a query in place of the earlier ones.
  public func store(_ entry: CacheEntry<[Story]>, for key: SearchQuery) async throws {
    let properties: JSONObject = [
      "query": .string(key.key), "stored_at": .integer(entry.storedAt),
      "stories": .array(entry.value.map { .object(StoryRecord.json($0)) }),
    ]
    if let item = try await item(for: key) {
      try await copy.items.update(
        item.id, Edit(properties: properties, baseVersion: item.version))
    } else {
      try await copy.items.create(Draft(type: Self.type, properties: properties))
    }
  }

  /// Drops what was stored before a moment, then the oldest above a number.
  public func trim(to limit: Int, storedSince oldest: Int64) async throws {
    let kept = try await items().map { (id: $0.id, storedAt: Self.storedAt($0)) }
      .sorted { $0.storedAt > $1.storedAt }
    for (place, item) in kept.enumerated() where place >= limit || item.storedAt < oldest {
      try await copy.items.delete(item.id)
    }
  }

  /// The writes that the copy would send.
  var waitingWrites: Int {
    get async throws { try await copy.queue.all().count }
  }

  private func items() async throws -> [Item] {
    try await copy.items.list(ListFilters(type: Self.type))
  }

  private func item(for query: SearchQuery) async throws -> Item? {
    try await items().first { $0.properties["query"]?.string == query.key }
  }

  private static func storedAt(_ item: Item) -> Int64 {
    item.properties["stored_at"]?.integer ?? .min
  }

  /// What an item keeps; `nil` for one that another version wrote and that can't be read.
  private static func entry(_ item: Item) -> CacheEntry<[Story]>? {
    guard let stored = item.properties["stored_at"]?.integer,
      let list = item.properties["stories"]?.array
    else { return nil }
    let stories = list.compactMap { $0.object.flatMap { StoryRecord.story($0) } }
    return stories.count == list.count ? CacheEntry(value: stories, storedAt: stored) : nil
  }

  /// Begins a new file with what is kept. A crash in between costs kept results, nothing else.
  private func moved(to file: URL) async throws -> StoryShelf {
    let kept = try await items()
    await copy.close()
    let folder = file.deletingLastPathComponent()
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where name.hasPrefix(file.lastPathComponent) {
      try FileManager.default.removeItem(at: folder.appending(path: name))
    }
    let shelf = StoryShelf(copy: try await WorkingCopy.open(store: file))
    try await shelf.copy.declareTypes([Self.definition])
    for item in kept {
      try await shelf.copy.items.create(Draft(type: Self.type, properties: item.properties))
    }
    return shelf
  }
}
