import CZlib
import Foundation
import Testing

@testable import MarfaCLI

@Suite("Finding and reading files")
struct FolderWalkTests {
  @Test("Markdown is found at every depth in the order of bytes, the rest is counted")
  func finds() throws {
    let folder = try TemporaryFolder()
    for name in ["b.md", "a.MD", "a/z.markdown", "a/y.md.gz", "x.txt", ".hidden.md", ".git/a.md"] {
      try folder.write(name, "x")
    }
    let walk = FolderWalk(root: folder.url)
    #expect(walk.files.map(\.path) == ["a.MD", "a/y.md.gz", "a/z.markdown", "b.md"])
    #expect(walk.files.map(\.isCompressed) == [false, true, false, false])
    #expect(walk.otherFiles == 2)
    #expect(walk.hiddenFolders == [".git"])
    #expect(walk.issues.isEmpty)
  }

  @Test("links that lead in rings, out of the folder or nowhere are told and end")
  func links() throws {
    let outside = try TemporaryFolder()
    try outside.write("secret.md", "x")
    let folder = try TemporaryFolder()
    try folder.write("sub/a.md", "x")
    try folder.link("sub/up", to: "..")
    try folder.link("ring", to: "ring")
    try folder.link("out", to: outside.url.path)
    try folder.link("gone.md", to: "nothing.md")
    try folder.link("gone.txt", to: "nothing.txt")
    try folder.link("again.md", to: "sub/a.md")
    let walk = FolderWalk(root: folder.url)
    #expect(walk.files.map(\.path) == ["sub/a.md"])
    #expect(walk.issues.map(\.path).sorted() == ["again.md", "gone.md", "out", "ring", "sub/up"])
    #expect(walk.issues.allSatisfy { $0.kind == .symlink })
    #expect(walk.otherFiles == 1)
  }

  @Test("a link inside the folder never takes the place of the real file")
  func linksComeLast() throws {
    let folder = try TemporaryFolder()
    try folder.write("z/real.md", "x")
    try folder.link("a", to: "z")
    let walk = FolderWalk(root: folder.url)
    #expect(walk.files.map(\.path) == ["z/real.md"])
    #expect(walk.issues.map(\.path) == ["a"])
  }

  @Test("a folder that isn't there is told as itself")
  func missing() {
    let walk = FolderWalk(root: URL(filePath: "/nothing/here"))
    #expect(walk.issues.map(\.path) == ["."])
    #expect(walk.issues.first?.kind == .unreadable)
  }

  @Test("a pipe with a Markdown name is told and not waited for")
  func pipe() throws {
    let folder = try TemporaryFolder()
    #expect(mkfifo(folder.url.appending(path: "pipe.md").path, 0o600) == 0)
    let walk = FolderWalk(root: folder.url)
    #expect(walk.issues.map(\.kind) == [.unreadable])
  }

  @Test("a name that is not UTF-8 is told")
  func badName() throws {
    let folder = try TemporaryFolder()
    let path = Array(folder.url.path.utf8) + Array("/bad".utf8) + [0xFF] + Array(".md".utf8) + [0]
    let descriptor = path.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { open($0.baseAddress!, O_CREAT | O_WRONLY, 0o600) }
    }
    // Some file systems refuse such names: then there is nothing to tell.
    guard descriptor >= 0 else { return }
    close(descriptor)
    #expect(FolderWalk(root: folder.url).issues.map(\.kind) == [.encoding])
  }

  private func text(_ bytes: [UInt8], name: String = "a.md", limit: Int = 1_000_000) throws
    -> String
  {
    let folder = try TemporaryFolder()
    try folder.write(name, bytes: bytes)
    let file = try #require(FolderWalk(root: folder.url).files.first)
    return try FileContents(limits: ImportLimits(fileBytes: limit)).text(of: file)
  }

  private func fault(_ bytes: [UInt8], name: String = "a.md", limit: Int = 1_000_000)
    -> FileContents.Fault?
  {
    do {
      _ = try text(bytes, name: name, limit: limit)
      return nil
    } catch {
      return error as? FileContents.Fault
    }
  }

  @Test("UTF-8 with and without its mark and UTF-16 with one are read, CRLF stays")
  func encodings() throws {
    #expect(try text(Array("é\r\n".utf8)) == "é\r\n")
    #expect(try text([0xEF, 0xBB, 0xBF] + Array("# x".utf8)) == "# x")
    #expect(try text([0xFF, 0xFE, 0x41, 0, 0x2D, 0x4E]) == "A中")
    #expect(try text([]) == "")
  }

  @Test("bad UTF-8 is told with the byte, a NUL as what it is")
  func badBytes() {
    #expect(
      fault([0x61, 0xC3, 0xA9, 0xFF])?.reason == "it is not UTF-8: byte 3 begins no character")
    #expect(fault([0x61, 0xC3])?.kind == .encoding)
    #expect(fault([0x61, 0, 0x62])?.reason.contains("NUL") == true)
  }

  @Test("a file over the limit is told without being read, packed or not")
  func tooLarge() throws {
    let long = [UInt8](repeating: 0x61, count: 2_000_001)
    #expect(fault(long)?.kind == .tooLarge)
    #expect(fault(try gzip(long), name: "a.md.gz")?.kind == .tooLarge)
  }

  @Test("gzip of one member and of several is unpacked")
  func unpacks() throws {
    #expect(try text(gzip(Array("hello".utf8)), name: "a.md.gz") == "hello")
    let two = try gzip(Array("hel".utf8)) + gzip(Array("lo".utf8))
    #expect(try text(two, name: "a.md.gz") == "hello")
    let long = (0..<400_000).map { UInt8($0 % 7 + 97) }
    #expect(try text(gzip(long), name: "a.md.gz").utf8.count == long.count)
  }

  @Test("a cut, a broken and a wrong gzip are each told")
  func brokenGzip() throws {
    let packed = try gzip(Array(String(repeating: "hello ", count: 100).utf8))
    #expect(fault(Array(packed.dropLast(6)), name: "a.md.gz")?.reason.contains("too early") == true)
    var broken = packed
    broken[broken.count - 5] ^= 0xFF
    #expect(fault(broken, name: "a.md.gz")?.kind == .compression)
    #expect(fault(Array("# plain".utf8), name: "a.md.gz")?.kind == .compression)
    #expect(fault([], name: "a.md.gz")?.kind == .compression)
  }
}

/// Packs bytes as gzip does.
func gzip(_ bytes: [UInt8]) throws -> [UInt8] {
  var stream = z_stream()
  try #require(
    deflateInit2_(
      &stream, 6, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size)) == Z_OK)
  defer { deflateEnd(&stream) }
  var input = bytes
  var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))) + 32)
  let state = input.withUnsafeMutableBufferPointer { source in
    output.withUnsafeMutableBufferPointer { target in
      stream.next_in = source.baseAddress
      stream.avail_in = UInt32(source.count)
      stream.next_out = target.baseAddress
      stream.avail_out = UInt32(target.count)
      return deflate(&stream, Z_FINISH)
    }
  }
  try #require(state == Z_STREAM_END)
  return Array(output.prefix(Int(stream.total_out)))
}
