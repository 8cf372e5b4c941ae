import Foundation
import MarfaModel

/// Reads a folder of Markdown files into notes, and tells everything that stood in the way.
///
/// It only reads. The same folder gives the same answer each time, in the same order, with the same
/// source ids; sending the answer twice changes rows in place.
struct MarkdownImport {
  var limits = ImportLimits()

  /// Reads the folder and everything below it.
  ///
  /// - Parameters:
  ///   - folder: where to begin. A folder that isn't there is told as an issue of `.`.
  ///   - progress: called after each file with how many of how many are read.
  func read(_ folder: URL, progress: (_ done: Int, _ of: Int) -> Void = { _, _ in })
    -> ImportedFolder
  {
    let walk = FolderWalk(root: folder)
    var answer = ImportedFolder(
      issues: walk.issues,
      files: walk.files.count + walk.issues.count { FolderWalk.isMarkdown($0.path) },
      otherFiles: walk.otherFiles, hiddenFolders: walk.hiddenFolders)
    let contents = FileContents(limits: limits)
    var maker = NoteMaker(limits: limits)
    var made: [NoteMaker.Made] = []
    for (index, file) in walk.files.enumerated() {
      do {
        made.append(maker.make(path: file.path, text: try contents.text(of: file)))
      } catch {
        answer.issues.append(ImportIssue(path: file.path, kind: error.kind, reason: error.reason))
      }
      progress(index + 1, walk.files.count)
    }
    answer.issues += maker.issues
    link(&made, &answer.issues)
    for item in made { finish(item.note, into: &answer) }
    answer.issues.sort {
      ($0.path, $0.line ?? 0, $0.reason) < ($1.path, $1.line ?? 0, $1.reason)
    }
    return answer
  }

  /// Turns the links of every body into source ids.
  private func link(_ made: inout [NoteMaker.Made], _ issues: inout [ImportIssue]) {
    let resolver = LinkResolver(
      made.map { .init(path: $0.note.path, title: $0.note.title, aliases: $0.aliases) })
    for index in made.indices {
      let path = made[index].note.path
      let text = MarkdownText(made[index].note.body)
      var told: Set<String> = []
      for link in MarkdownLinkReader(text).links {
        let reason: String
        switch resolver.resolve(link, from: path) {
        case .file(let target):
          let id = made[target].note.sourceId
          if target != index, !made[index].note.links.contains(id) {
            made[index].note.links.append(id)
          }
          continue
        case .foreign: continue
        case .none: reason = "the link to '\(link.target)' names no file here"
        case .several(let paths):
          reason = "the link to '\(link.target)' may mean \(paths.joined(separator: " or "))"
        }
        guard told.insert(reason).inserted else { continue }
        let line = made[index].linesBefore + 1 + text.bytes[..<link.offset].count { $0 == 0x0A }
        issues.append(ImportIssue(path: path, line: line, kind: .link, reason: reason))
      }
    }
  }

  /// Adds a note, in parts when it is too long, or the reason why it can't be one.
  private func finish(_ note: ImportedNote, into answer: inout ImportedFolder) {
    func refuse(_ reason: String) {
      answer.issues.append(ImportIssue(path: note.path, kind: .tooLarge, reason: reason))
    }
    if let key = tooLongProperty(note) {
      return refuse(
        "'\(key)' is longer than the \(limits.propertyUnits) characters that a property may have")
    }
    let parts = BodySplitter(limits: limits).parts(of: note.body)
    if parts.count > 1 {
      answer.issues.append(
        ImportIssue(
          path: note.path, kind: .split,
          reason: "the body of \(note.body.utf16.count) characters became \(parts.count) items,"
            + " because one holds \(limits.propertyUnits)"))
    }
    for (index, body) in parts.enumerated() {
      var part = note
      part.part = index + 1
      part.body = body
      if index == 0 {
        let rest = parts.indices.dropFirst().map {
          ImportedNote.sourceId(path: note.path, part: $0 + 1)
        }
        part.links = rest + note.links
      } else {
        part.title = "\(note.title) (part \(index + 1))"
        part.properties = [:]
        part.links = []
      }
      if requestBytes(part) > limits.requestBytes {
        return refuse("it does not fit into one request of \(limits.requestBytes) bytes")
      }
      answer.notes.append(part)
    }
  }

  private func tooLongProperty(_ note: ImportedNote) -> String? {
    if note.title.utf16.count > limits.propertyUnits { return "title" }
    return note.properties.first { pair in
      (pair.value.string?.utf16.count ?? 0) > limits.propertyUnits
    }?.key
  }

  private func requestBytes(_ note: ImportedNote) -> Int {
    let draft = note.draft
    let size = (try? JSONValue.object(draft.properties).json().utf8.count) ?? .max
    let rest = note.path.utf8.count * 2 + note.tags.reduce(0) { $0 + $1.utf8.count * 2 + 3 }
    return size == .max ? size : size + rest + limits.requestOverhead
  }
}
