import Foundation
import MarfaModel
import MarfaTesting
import Testing

@testable import Marfa

@Suite("Attaching and embedding files")
struct AttachTests {
  private func file(_ bench: CopyBench, _ name: String, _ text: String = "hello") throws -> URL {
    let url = bench.folder.appending(path: name)
    try Data(text.utf8).write(to: url)
    return url
  }

  private func start(_ bench: CopyBench, body: String? = "Text") async throws -> WorkingCopy {
    var properties: JSONObject = ["title": "Host"]
    if let body { properties["body"] = .string(body) }
    bench.server.hold(
      Fixture.item(properties, id: id(1)), Fixture.item(id: id(2), state: .trashed))
    return try await bench.hydrated(["core.note", "core.file"])
  }

  @Test("a file is attached by three writes in one step, each behind the one that it needs")
  func attach() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    let ear = await bench.ear(copy)
    let attached = try await copy.items.attach(to: id(1), file: try file(bench, "photo.JPG"))
    let queued = try await copy.queue.all()
    #expect(queued == [attached.upload, attached.item, attached.edge])
    #expect(queued.map(\.kind) == [.uploadBlob, .createItem, .createEdge])
    #expect(attached.item.dependsOn == [attached.upload.id])
    #expect(attached.edge.dependsOn == [attached.item.id])
    #expect(attached.embed == "![[photo.JPG]]")
    let shown = try #require(try await copy.items.get(attached.item.itemId ?? ""))
    #expect(shown.type == "core.file.image" && shown.title == "photo.JPG")
    #expect(shown.properties["mime_type"] == "image/jpeg")
    #expect(shown.properties["blob_ref"]?.string == attached.upload.blob)
    #expect(shown.properties["size_bytes"] == 5)
    #expect(try await copy.edges.to(id(1)).map(\.edgeType) == ["attached-to"])
    await ear.wait { $0.count == 3 }
    #expect(ear.origins == queued.map { .local($0.kind) })
    #expect(ear.changes.last?.edgeId == attached.edge.edgeId)
    await copy.close()
  }

  @Test("a title that is taken gets the first free number; one that is given is used as it is")
  func titles() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    let source = try file(bench, "a.png")
    for title in ["a.png", "a 2.png", "a 3.png"] {
      let attached = try await copy.items.attach(to: id(1), file: source)
      #expect(try await copy.items.get(attached.item.itemId ?? "")?.title == title)
    }
    let given = Attachment(mimeType: "audio/x", title: "a.png", tier: .feed)
    let attached = try await copy.items.attach(to: id(1), file: source, given)
    let shown = try #require(try await copy.items.get(attached.item.itemId ?? ""))
    #expect(shown.title == "a.png" && shown.type == "core.file.audio" && shown.tier == .feed)
    // Two files of a title: neither can be named by it.
    #expect(attached.embed == nil)
    await copy.close()
  }

  @Test("an attachment that can't be made is refused before its bytes are taken")
  func refusals() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    let source = try file(bench, "a.png")
    for host in [2, 9] {
      #expect(
        await thrown { try await copy.items.attach(to: id(host), file: source) }?.code()
          == "not_found")
    }
    let unknown = Attachment(type: "app.no.such")
    #expect(
      await thrown { try await copy.items.attach(to: id(1), file: source, unknown) }?.code()
        == "unknown_type")
    #expect(try await copy.queue.all().isEmpty)
    #expect(
      !FileManager.default.fileExists(atPath: bench.folder.appending(path: "store.blobs").path))
    await copy.close()
  }

  @Test(
    "an embed stands at the end of the body behind exactly one blank line",
    arguments: [
      (nil, "![[a.png]]"), ("", "![[a.png]]"), ("Text", "Text\n\n![[a.png]]"),
      ("Text\n", "Text\n\n![[a.png]]"), ("Text\n\n\n", "Text\n\n\n![[a.png]]"),
    ] as [(String?, String)])
  func embed(_ body: String?, _ expected: String) async throws {
    let bench = try CopyBench()
    let copy = try await start(bench, body: body)
    let embedded = try await copy.items.embed(file: try file(bench, "a.png"), in: id(1))
    #expect(try await copy.items.get(id(1))?.body == expected)
    #expect(embedded.embed == "![[a.png]]" && embedded.body.kind == .updateItem)
    // The edge is the attachment's own; the embed brings no second one.
    #expect(
      try await copy.queue.all().map(\.kind)
        == [.uploadBlob, .createItem, .createEdge, .updateItem])
    await copy.close()
  }

  @Test("an embed whose title can't be written leaves the file attached, and says so")
  func embedIncomplete() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    for name in ["a[1].png", "notes.txt"] {
      let source = try file(bench, name)
      let error = await thrown { try await copy.items.embed(file: source, in: id(1)) }
      guard case .embedIncomplete(let attached, let cause) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(cause.code() == "invalid")
      #expect(try await copy.items.get(attached)?.title == name)
    }
    #expect(try await copy.items.get(id(1))?.body == "Text")
    await copy.close()
  }

  @Test("the text of an embed is told for an attached file alone")
  func embedText() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    let attached = try await copy.items.attach(to: id(1), file: try file(bench, "a.png"))
    let item = try #require(attached.item.itemId)
    #expect(try await copy.items.embedText(of: item, in: id(1)) == "![[a.png]]")
    #expect(
      await thrown { _ = try await copy.items.embedText(of: id(1), in: id(1)) }?.code()
        == "invalid")
    for (file, host) in [(id(9), id(1)), (item, id(9)), (item, id(2))] {
      #expect(
        await thrown { _ = try await copy.items.embedText(of: file, in: host) }?.code()
          == "not_found")
    }
    await copy.close()
  }
}
