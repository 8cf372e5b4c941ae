import Foundation
import Marfa
import MarfaModel
import Testing

@Suite("Copies in each role")
struct ClosedCopyTests {
  /// Every throwing call that can be reached from a copy.
  static let calls: [(name: String, call: @Sendable (WorkingCopy) async throws -> Void)] = {
    let id = "019a0000-0000-7000-8000-000000000000"
    return [
      ("useKey", { try await $0.useKey("mk_y") }),
      ("status", { _ = try await $0.status() }),
      ("hydrate", { _ = try await $0.hydrate(types: ["core.note"], tier: .all) }),
      ("catchUp", { _ = try await $0.catchUp() }),
      ("declareTypes", { try await $0.declareTypes([]) }),
      ("declaredTypes", { _ = try await $0.declaredTypes() }),
      ("search", { _ = try await $0.search("x") }),
      ("items.list", { _ = try await $0.items.list() }),
      ("items.get", { _ = try await $0.items.get(id) }),
      ("items.create", { _ = try await $0.items.create(Draft(type: "core.note")) }),
      ("items.update", { _ = try await $0.items.update(id, Edit(baseVersion: 1)) }),
      ("items.updateAsRead", { _ = try await $0.items.updateAsRead(id, Edit(baseVersion: 1)) }),
      ("items.delete", { _ = try await $0.items.delete(id) }),
      ("items.restore", { _ = try await $0.items.restore(id) }),
      ("items.transition", { _ = try await $0.items.transition(id, to: .archived) }),
      ("edges.from", { _ = try await $0.edges.from(id) }),
      ("edges.to", { _ = try await $0.edges.to(id) }),
      ("edges.ofType", { _ = try await $0.edges.ofType("references") }),
      (
        "edges.create",
        { _ = try await $0.edges.create(from: id, to: id, type: "references") }
      ),
      ("edges.update", { _ = try await $0.edges.update(id, properties: [:], baseVersion: 1) }),
      ("edges.delete", { _ = try await $0.edges.delete(id) }),
      ("tags.add", { _ = try await $0.tags.add("x", to: id) }),
      ("tags.remove", { _ = try await $0.tags.remove("x", from: id) }),
      ("metadata.replaceTags", { _ = try await $0.metadata.replaceTags(of: id, with: []) }),
      ("metadata.mergeTags", { _ = try await $0.metadata.mergeTags(["x"], into: id) }),
      ("extensions.write", { _ = try await $0.extensions.write("n", [:], on: id) }),
      ("extensions.delete", { _ = try await $0.extensions.delete("n", from: id) }),
      ("queue.all", { _ = try await $0.queue.all() }),
      ("queue.drain", { _ = try await $0.queue.drain() }),
      ("queue.forgetAnswered", { _ = try await $0.queue.forgetAnswered() }),
      ("queue.takeAnswered", { _ = try await $0.queue.takeAnswered() }),
      ("queue.discard", { _ = try await $0.queue.discard(id) }),
      ("queue.release", { _ = try await $0.queue.release(id) }),
      ("queue.releaseReason", { _ = try await $0.queue.release(reason: .keySpent) }),
      ("queue.withdraw", { _ = try await $0.queue.withdraw(id) }),
      ("catalog.itemTypes", { _ = try await $0.catalog.itemTypes() }),
      ("catalog.itemType", { _ = try await $0.catalog.itemType("core.note") }),
      ("catalog.edgeTypes", { _ = try await $0.catalog.edgeTypes() }),
      ("catalog.edgeType", { _ = try await $0.catalog.edgeType("references") }),
    ]
  }()

  /// The calls that only a writer may make.
  static let writes: Set<String> = [
    "hydrate", "catchUp", "declareTypes", "items.create", "items.update", "items.updateAsRead",
    "items.delete", "items.restore", "items.transition", "edges.create", "edges.update",
    "edges.delete", "tags.add", "tags.remove", "metadata.replaceTags", "metadata.mergeTags",
    "extensions.write", "extensions.delete", "queue.drain", "queue.forgetAnswered",
    "queue.takeAnswered", "queue.discard", "queue.release", "queue.releaseReason",
    "queue.withdraw",
  ]

  @Test("every call on a closed copy throws MarfaError.closed (R1)")
  func closed() async throws {
    let folder = try StoreFolder()
    let copy = try await WorkingCopy.open(
      store: folder.file("copy.db"), server: Server(url: folder.nowhere, key: "mk_x"))
    await copy.close()
    await copy.close()
    for (name, call) in Self.calls {
      do {
        try await call(copy)
        Issue.record("\(name) went through")
      } catch {
        let error = error as? MarfaError
        #expect(error?.code() == "closed", "\(name)")
        #expect(error?.message.isEmpty == false, "\(name)")
      }
    }
    for await change in copy.changes() { Issue.record("\(change) came from a closed copy") }
  }

  @Test("a second opener reads, follows what is saved, and every write says why it may not (R1)")
  func reader() async throws {
    let folder = try StoreFolder()
    let file = folder.file("copy.db")
    let writer = try await WorkingCopy.open(store: file)
    let reader = try await WorkingCopy.open(store: file)
    #expect(writer.handle == .writer && reader.handle == .reader)
    let write = try await writer.items.create(
      Draft(type: "core.note", properties: ["title": "Here", "body": "b"]))
    #expect(try await reader.items.get(#require(write.itemId))?.title == "Here")
    #expect(try await reader.search("here").count == 1)
    #expect(try await reader.queue.all().count == 1)
    for (name, call) in Self.calls where Self.writes.contains(name) {
      let error = await #expect(throws: MarfaError.self, "\(name)") { try await call(reader) }
      #expect(error?.code() == "reading_handle", "\(name)")
    }
    var saved = reader.changes().makeAsyncIterator()
    try await writer.items.create(Draft(type: "core.note", properties: ["body": "b"]))
    guard case .saved = await saved.next()?.origin else {
      Issue.record("What another handle saved was not told.")
      return
    }
    await writer.close()
    // The role is free again for whoever opens next.
    let next = try await WorkingCopy.open(store: file)
    #expect(next.handle == .writer)
    #expect(try await next.items.list().count == 2)
    await next.close()
    await reader.close()
  }

  @Test("a copy without a server works, and says so where one is needed")
  func alone() async throws {
    let folder = try StoreFolder()
    let copy = try await WorkingCopy.open(store: folder.file("copy.db"))
    for name in ["useKey", "hydrate", "catchUp", "queue.drain", "queue.withdraw"] {
      let call = try #require(Self.calls.first { $0.name == name }?.call)
      let error = await #expect(throws: MarfaError.self) { try await call(copy) }
      #expect(error?.code() == "no_server")
    }
    await copy.close()
  }

  @Test("an opened reader makes no store where there is none")
  func noStore() async throws {
    let folder = try StoreFolder()
    let file = folder.file("none.db")
    let error = await #expect(throws: MarfaError.self) {
      try await WorkingCopy.openReader(store: file)
    }
    #expect(error?.code() == "invalid")
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }
}

/// A folder for stores, gone when the test is.
final class StoreFolder: Sendable {
  let url: URL
  /// An address at which nothing listens.
  let nowhere: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(
      path: "marfa-copies-\(UUID().uuidString)")
    nowhere = try #require(URL(string: "http://127.0.0.1:1"))
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// A file in it.
  func file(_ name: String) -> URL { url.appending(path: name) }
}
