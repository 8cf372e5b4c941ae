/// A file holds one top-level type and is named after it; `Type+Topic.swift` extends it.
struct NameRule {
  static let vague: Set<String> = ["Utils", "Util", "Helpers", "Helper", "Misc", "Common", "New"]

  func findings(in file: SourceFile) -> [Finding] {
    guard file.isSource else { return [] }
    var findings: [Finding] = []
    for part in file.parts.dropFirst(2) {
      let name = part.hasSuffix(".swift") ? part.dropLast(6) : part
      if Self.vague.contains(String(name)) {
        findings.append(
          Finding(file.path, 1, "'\(name)' says nothing: name the file or folder by its subject"))
      }
    }
    let top = file.declarations.filter { $0.depth == 0 }
    let types = top.filter { $0.kind.isType && $0.access > .fileprivate }
    let stem = file.stem
    let subject = String(stem.prefix { $0 != "+" })
    if stem.contains("+") {
      findings += types.map {
        Finding(file.path, $0.line, "\($0.name) needs a file of its own: \($0.name).swift")
      }
      let extended = top.filter { $0.kind == .extension }.map(\.name)
      if !extended.isEmpty,
        !extended.contains(where: { $0 == subject || $0.hasSuffix(".\(subject)") })
      {
        findings.append(
          Finding(
            file.path, 1, "nothing here extends \(subject): name the file after what it extends"))
      }
      return findings
    }
    if let first = types.first {
      if first.name != stem, !types.contains(where: { $0.name == stem }) {
        findings.append(
          Finding(file.path, first.line, "holds \(first.name): name the file \(first.name).swift"))
      }
      findings += types.filter { $0.name != stem }.dropFirst(
        types.contains { $0.name == stem } ? 0 : 1
      ).map {
        Finding(file.path, $0.line, "a second type, \($0.name): move it to \($0.name).swift")
      }
    } else if let first = top.first(where: { $0.kind == .extension }) {
      findings.append(
        Finding(
          file.path, first.line,
          "only extends \(first.name): name the file \(first.name)+\(stem).swift or by its topic"))
    }
    return findings
  }
}
