import Foundation
import MarfaServer
import Testing

/// What a server says of a data folder that it cannot serve.
@Suite("Data folders")
struct DataFolderTests {
  /// A temporary folder that goes with the test.
  private final class Folder {
    let url: URL
    init() throws {
      url = FileManager.default.temporaryDirectory.appending(path: "marfa-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }
    deinit { try? FileManager.default.removeItem(at: url) }
    var store: URL { url.appending(path: "marfa.db") }
  }

  private func refusal(_ folder: URL, port: Int = 0, host: String = "127.0.0.1") async
    -> ServerStartError?
  {
    do {
      let server = try await MarfaServer.start(
        ServerConfiguration(folder: folder, host: host, port: port, log: .none))
      await server.stop()
      return nil
    } catch {
      return error
    }
  }

  @Test("a file in the folder's place is refused by name, and left alone")
  func fileInPlace() async throws {
    let folder = try Folder()
    let file = folder.url.appending(path: "notes.txt")
    try Data("mine".utf8).write(to: file)
    let error = await refusal(file)
    #expect(error?.code == "folder")
    #expect(error?.message.contains("A file is at \(file.path)") == true)
    #expect(try Data(contentsOf: file) == Data("mine".utf8))
    #expect(await refusal(file.appending(path: "deeper"))?.code == "folder")
  }

  @Test("a file that is no store is refused, not a byte of it changed")
  func noStore() async throws {
    let folder = try Folder()
    let bytes = Data((0..<5_000).map { _ in UInt8.random(in: 0...255) })
    try bytes.write(to: folder.store)
    #expect(await refusal(folder.url)?.code == "store")
    #expect(try Data(contentsOf: folder.store) == bytes)
  }

  @Test("an empty file becomes a store, and a folder in the store's place does not")
  func emptyAndFolder() async throws {
    let folder = try Folder()
    try Data().write(to: folder.store)
    #expect(await refusal(folder.url) == nil)
    let other = try Folder()
    try FileManager.default.createDirectory(at: other.store, withIntermediateDirectories: true)
    #expect(await refusal(other.url)?.code == "store")
  }

  @Test("a second server on one folder, or on one port, is refused and told what to do")
  func second() async throws {
    let folder = try Folder()
    let server = try await MarfaServer.start(
      ServerConfiguration(folder: folder.url, port: 0, log: .none))
    #expect(await refusal(folder.url) == .inUse)
    let other = try Folder()
    let port = try #require(server.address.port)
    let error = await refusal(other.url, port: port)
    #expect(error?.code == "listening")
    #expect(error?.message.contains("already in use") == true)
    #expect(await refusal(other.url, host: "999.1.1.1")?.message.contains("999.1.1.1") == true)
    await server.stop()
    #expect(await refusal(folder.url) == nil, "a stop gives the folder back")
  }

  @Test("a folder without its salt, or with a broken one, is refused and keeps its keys")
  func salt() async throws {
    let folder = try Folder()
    #expect(await refusal(folder.url) == nil)
    let salt = folder.url.appending(path: "key.salt")
    let bytes = try Data(contentsOf: salt)
    try FileManager.default.removeItem(at: salt)
    #expect(await refusal(folder.url)?.message.contains("key.salt is missing") == true)
    try Data("zz".utf8).write(to: salt)
    #expect(await refusal(folder.url)?.message.contains("damaged") == true)
    try bytes.write(to: salt)
    #expect(await refusal(folder.url) == nil)
  }
}
