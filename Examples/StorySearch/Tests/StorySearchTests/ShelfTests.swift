import Foundation
import Resilience
import Testing

@testable import Domain
@testable import Infrastructure

@Suite("The shelf of kept results") struct ShelfTests {
  private func with(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "story-shelf-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder.appending(path: "stories.marfa"))
  }

  private let stories = [
    Story(
      id: "1", title: "A", author: "ann", link: "https://a.example", points: 3, comments: 2,
      firstComment: "Yes."),
    Story(id: "2", title: "B", author: "bob", link: nil, points: 0, comments: 0),
  ]

  @Test("what is stored is found again by another run, every field and the order of it")
  func roundTrip() async throws {
    try await with { file in
      let query = try SearchQuery("Swift")
      let first = try await StoryShelf.open(file)
      try await first.store(CacheEntry(value: stories, storedAt: 5), for: query)
      try await first.store(CacheEntry(value: stories, storedAt: 7), for: query)
      await first.close()
      let second = try await StoryShelf.open(file)
      #expect(
        try await second.entry(for: SearchQuery("swift"))
          == CacheEntry(value: stories, storedAt: 7))
      #expect(try await second.entry(for: SearchQuery("other")) == nil)
      await second.close()
    }
  }

  @Test("trimming drops what is too old, then the oldest above the number")
  func trims() async throws {
    try await with { file in
      let shelf = try await StoryShelf.open(file)
      let queries = try ["aa", "bb", "cc", "dd"].map { try SearchQuery($0) }
      for (time, query) in queries.enumerated() {
        try await shelf.store(CacheEntry(value: [], storedAt: Int64(time)), for: query)
      }
      try await shelf.trim(to: 2, storedSince: 1)
      var kept: [Bool] = []
      for query in queries { kept.append(try await shelf.entry(for: query) != nil) }
      #expect(kept == [false, false, true, true])
      await shelf.close()
    }
  }

  @Test("a second program on the same file reads what is kept, and can't keep anything")
  func secondProgram() async throws {
    try await with { file in
      let query = try SearchQuery("swift")
      let first = try await StoryShelf.open(file)
      try await first.store(CacheEntry(value: stories, storedAt: 5), for: query)
      let second = try await StoryShelf.open(file)
      #expect(try await second.entry(for: query)?.value == stories)
      await #expect(throws: (any Error).self) {
        try await second.store(CacheEntry(value: stories, storedAt: 6), for: query)
      }
      await second.close()
      await first.close()
    }
  }

  @Test("a shelf whose copy holds many unsent writes begins a new file with what is kept")
  func beginsAnew() async throws {
    try await with { file in
      let query = try SearchQuery("swift")
      let first = try await StoryShelf.open(file)
      for time in 0...Int64(5) {
        try await first.store(CacheEntry(value: stories, storedAt: time), for: query)
      }
      #expect(try await first.waitingWrites == 6)
      await first.close()
      let second = try await StoryShelf.open(file, longestQueue: 5)
      #expect(try await second.waitingWrites == 1)
      #expect(
        try await second.entry(for: query) == CacheEntry(value: stories, storedAt: 5))
      await second.close()
    }
  }
}
