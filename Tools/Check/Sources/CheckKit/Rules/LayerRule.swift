/// A target imports only what the table of layers allows it.
struct LayerRule {
  let tables: Tables

  func findings(in file: SourceFile) -> [Finding] {
    guard file.isSource, let target = file.target else { return [] }
    guard let allowed = tables.imports[target] else {
      return [
        Finding(
          file.path, 1,
          "the target \(target) is not in the layers of docs/architecture.md: add its line there")
      ]
    }
    return file.declarations.filter { $0.kind == .import }.compactMap { declaration in
      let module = Self.module(of: declaration, in: file)
      if module == target || allowed.contains(module) || tables.system.contains(module) {
        return nil
      }
      return Finding(
        file.path, declaration.line,
        "\(target) may not import \(module): move the code down, or the type it needs"
          + " (allowed: \(allowed.sorted().joined(separator: " ")))")
    }
  }

  /// `Foundation` of `import Foundation`, of `import struct Foundation.Data` too.
  private static func module(of declaration: Declaration, in file: SourceFile) -> String {
    var name = declaration.name
    let kinds = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]
    if kinds.contains(name),
      let last = file.tokens[declaration.range].last(where: { $0.kind == .word })
    {
      let words = file.tokens[declaration.range].filter { $0.kind == .word }.map(\.text)
      if let at = words.firstIndex(of: name), at + 1 < words.count {
        name = words[at + 1]
      } else {
        name = last.text
      }
    }
    return String(name.split(separator: ".").first ?? "")
  }
}
