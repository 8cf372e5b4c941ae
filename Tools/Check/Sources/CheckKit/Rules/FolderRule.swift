/// Inside a target, a folder uses only types of folders with a lower or its own rank.
///
/// It goes by names: a type's name is known to belong to the folder that declares it at top level,
/// and each place that names it is a use. A name that is declared twice, or that the using folder
/// declares again inside another type, is left out, because a name alone can't tell which is meant.
struct FolderRule {
  let tables: Tables

  func findings(in files: [SourceFile]) -> [Finding] {
    let targets = Dictionary(grouping: files.filter(\.isSource)) { $0.target ?? "" }
    return targets.flatMap { target, files -> [Finding] in
      guard let ranks = tables.ranks[target] else {
        // One folder has nothing to be ranked against.
        let folders = Set(files.map { $0.folder(in: [:]) })
        return folders.count < 2
          ? []
          : [
            Finding(
              files.map(\.path).min() ?? target, 1,
              "the folders of \(target) have no ranks in docs/architecture.md: add a line there")
          ]
      }
      return check(target, files, ranks)
    }
  }

  private func check(_ target: String, _ files: [SourceFile], _ ranks: [String: Int]) -> [Finding] {
    let folders = Dictionary(grouping: files) { $0.folder(in: ranks) }
    let unranked = folders.keys.filter { ranks[$0] == nil }.sorted().map { folder in
      Finding(
        folders[folder]?.map(\.path).min() ?? target, 1,
        "\(folder) of \(target) has no rank in docs/architecture.md: add it to the line of \(target)"
      )
    }
    let homes = homes(of: files, ranks)
    var findings = unranked
    var uses: [String: [String: Finding]] = [:]
    for file in files {
      let folder = file.folder(in: ranks)
      guard let rank = ranks[folder] else { continue }
      let shadowed = shadowed(in: folders[folder] ?? [])
      for use in self.uses(in: file, folder, homes, shadowed) {
        guard let home = homes[use.text], let other = ranks[home] else { continue }
        let finding = Finding(
          file.path, use.line,
          "\(folder) (rank \(rank)) uses \(use.text) of \(home) (rank \(other)):"
            + " move the code up or the type down")
        if other > rank {
          findings.append(finding)
        } else {
          uses[folder, default: [:]][home] = finding
        }
      }
    }
    return findings + rings(uses)
  }

  /// The folder of each type that is declared at top level exactly once.
  private func homes(of files: [SourceFile], _ ranks: [String: Int]) -> [String: String] {
    var homes: [String: String] = [:]
    var twice: Set<String> = []
    for file in files {
      let folder = file.folder(in: ranks)
      for declaration in file.declarations
      where declaration.depth == 0 && (declaration.kind.isType || declaration.kind == .typealias)
        && declaration.access > .fileprivate
      {
        if let home = homes.updateValue(folder, forKey: declaration.name), home != folder {
          twice.insert(declaration.name)
        }
      }
    }
    for name in twice { homes[name] = nil }
    return homes
  }

  /// The names that a folder's own files give to nested types and generic parameters.
  private func shadowed(in files: [SourceFile]) -> Set<String> {
    var names: Set<String> = []
    for file in files {
      for declaration in file.declarations {
        names.formUnion(declaration.generics)
        let isName =
          declaration.kind.isType || declaration.kind == .typealias
          || declaration.kind == .associatedtype
        if isName, declaration.depth > 0 || declaration.access <= .fileprivate {
          names.insert(declaration.name)
        }
      }
    }
    return names
  }

  private func uses(
    in file: SourceFile, _ folder: String, _ homes: [String: String], _ shadowed: Set<String>
  ) -> [Token] {
    var seen: Set<String> = []
    var uses: [Token] = []
    for (index, token) in file.tokens.enumerated() where token.kind == .word {
      guard let home = homes[token.text], home != folder, !shadowed.contains(token.text)
      else { continue }
      // A member of something else that happens to have the name.
      if index > 0, file.tokens[index - 1].kind == .mark, file.tokens[index - 1].text == "." {
        continue
      }
      if seen.insert(token.text).inserted { uses.append(token) }
    }
    return uses
  }

  /// Folders of one rank may use each other only one way.
  private func rings(_ uses: [String: [String: Finding]]) -> [Finding] {
    uses.keys.sorted().compactMap { folder in
      var reached: Set<String> = []
      var open = uses[folder].map { Array($0.keys) } ?? []
      while let next = open.popLast() {
        guard reached.insert(next).inserted else { continue }
        open += uses[next].map { Array($0.keys) } ?? []
      }
      guard reached.contains(folder), let first = uses[folder]?.values.min() else { return nil }
      return Finding(
        first.path, first.line,
        "the folder \(folder) is part of a ring of folders: \(first.text)")
    }
  }
}
