import Foundation
import Testing

@Suite("The product in a release build")
struct ReleaseBuildTests {
  /// Compiles files as a release build does, and answers every symbol, private ones too.
  ///
  /// Empty files import nothing, so no other module has to be built for it.
  private func symbols(of files: [String], _ flags: [String] = []) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "marfa-release-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      [
        "swiftc", "-O", "-swift-version", "6", "-parse-as-library", "-module-name", "MarfaTesting",
        "-emit-module", "-emit-module-path", folder.appending(path: "M.swiftmodule").path,
        "-emit-symbol-graph", "-emit-symbol-graph-dir", folder.path,
        "-symbol-graph-minimum-access-level", "private",
      ] + flags + files
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    let graph = try Data(contentsOf: folder.appending(path: "MarfaTesting.symbols.json"))
    let json = try #require(try JSONSerialization.jsonObject(with: graph) as? [String: Any])
    let symbols = try #require(json["symbols"] as? [[String: Any]])
    return symbols.map { "\($0["pathComponents"] ?? "")" }
  }

  private var sources: [String] {
    get throws {
      let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sources/MarfaTesting")
      let files = try #require(
        FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
      return files.compactMap { ($0 as? URL)?.path }.filter { $0.hasSuffix(".swift") }
    }
  }

  @Test(
    "a release build of the module compiles and has no declaration, private ones included (R27)")
  func isEmpty() throws {
    let files = try sources
    #expect(files.count > 10)
    #expect(try symbols(of: files) == [])
  }

  @Test("the same look finds a private declaration that stands outside the condition (R27)")
  func findsWhatIsThere() throws {
    let file = FileManager.default.temporaryDirectory.appending(
      path: "marfa-\(UUID().uuidString).swift")
    defer { try? FileManager.default.removeItem(at: file) }
    try "#if DEBUG\nstruct Hidden {}\n#endif\nprivate struct Left {}\n".write(
      to: file, atomically: true, encoding: .utf8)
    let found = try symbols(of: [file.path])
    #expect(found.contains { $0.contains("Left") })
    #expect(!found.contains { $0.contains("Hidden") })
    #expect(try symbols(of: [file.path], ["-D", "DEBUG"]).contains { $0.contains("Hidden") })
  }
}
