/// Turns samples into Swift files, each of which the compiler blames on the document's own lines.
struct SampleWriter {
  /// The files to write, by name.
  ///
  /// A sample's statements become the body of an `async throws` function, together with those of
  /// the samples that continue it. A sample that declares what only a file can hold (an extension,
  /// an entry point, a test) is written as it stands.
  func files(for samples: [Sample]) -> [String: String] {
    var groups: [[Sample]] = []
    for sample in samples {
      if sample.continues, groups.last?.first?.path == sample.path {
        groups[groups.count - 1].append(sample)
      } else {
        groups.append([sample])
      }
    }
    // Always there, so that there is something to compile before the first sample is written.
    var files = ["Products.swift": "import Marfa\nimport MarfaServer\nimport Resilience\n"]
    for group in groups {
      guard let first = group.first else { continue }
      let name = first.path.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined()
      files["\(name)_\(first.line).swift"] = text(of: group, name: "\(name)_\(first.line)")
    }
    return files
  }

  private func text(of group: [Sample], name: String) -> String {
    let isFile = group.contains { $0.code.contains(where: Self.needsFile) }
    var imports: [Substring] = []
    var body: [String] = []
    for sample in group {
      body.append("#sourceLocation(file: \"\(sample.path)\", line: \(sample.line))")
      for line in sample.code {
        if line.hasPrefix("import ") || line.hasPrefix("@testable import ") {
          imports.append(line)
          // An empty line in its place keeps the numbers right.
          body.append("")
        } else {
          body.append(String(line))
        }
      }
      body.append("#sourceLocation()")
    }
    if !isFile {
      body.insert("func \(name)() async throws {", at: 0)
      body.append("}")
    }
    return (imports.map(String.init) + body).joined(separator: "\n") + "\n"
  }

  private static func needsFile(_ line: Substring) -> Bool {
    [
      "extension ", "public extension ", "@main", "@Test", "@Suite", "public struct ",
      "public enum ", "public actor ",
    ].contains { line.hasPrefix($0) }
  }
}
