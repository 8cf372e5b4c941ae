import CheckKit
import Foundation

// check ROOT [SAMPLES-FOLDER]: prints findings; with a second folder it also writes the samples.
let arguments = CommandLine.arguments.dropFirst()
let root = URL(filePath: arguments.first ?? ".")
do {
  let tree = Tree(root: root)
  let checker = try tree.checker()
  if let folder = arguments.dropFirst().first {
    try tree.write(checker.samples(), to: URL(filePath: folder))
  }
  for note in checker.notes() { print("note: \(note)") }
  let findings = checker.findings()
  for finding in findings { print(finding) }
  exit(findings.isEmpty ? 0 : 1)
} catch {
  print("check: \(error.localizedDescription)")
  exit(2)
}
