import Foundation

/// A small file of an app's, given to the compiler against the modules that were just built.
struct Fixture {
  /// The compiler's answer; `nil` when no compiler is at hand.
  struct Outcome {
    let status: Int32
    let text: String
  }

  let source: String

  /// Checks the types of the file, and that it has exactly the errors it expects of itself.
  func check() throws -> Outcome {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "marfa-fixture-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "Fixture.swift")
    try source.write(to: file, atomically: true, encoding: .utf8)
    let output = folder.appending(path: "output")
    _ = FileManager.default.createFile(atPath: output.path, contents: nil)
    let compiler = Process()
    compiler.executableURL = URL(filePath: "/usr/bin/env")
    compiler.arguments = [
      "swiftc", "-typecheck", "-parse-as-library", "-swift-version", "6", "-I", Self.modules.path,
      "-Xfrontend", "-verify", "-Xfrontend", "-verify-ignore-unrelated", file.path,
    ]
    let handle = try FileHandle(forWritingTo: output)
    compiler.standardOutput = handle
    compiler.standardError = handle
    try compiler.run()
    compiler.waitUntilExit()
    try handle.close()
    return Outcome(
      status: compiler.terminationStatus, text: try String(contentsOf: output, encoding: .utf8))
  }

  /// Beside the program of the tests.
  private static var modules: URL {
    let program = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
    return program.resolvingSymlinksInPath().deletingLastPathComponent().appending(path: "Modules")
  }
}
