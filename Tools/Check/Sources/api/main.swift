import CheckKit
import Foundation

// Prints the public symbols of symbol graphs, one a line; `scripts/api` calls it.
let graphs = CommandLine.arguments.dropFirst().map { path in
  FileManager.default.contents(atPath: path).flatMap { try? SymbolGraph($0) }
}
guard !graphs.isEmpty, !graphs.contains(where: { $0 == nil }) else {
  FileHandle.standardError.write(Data("usage: api SYMBOL-GRAPH.json ...\n".utf8))
  exit(64)
}
print(Set(graphs.flatMap { $0?.lines ?? [] }).sorted().joined(separator: "\n"))
