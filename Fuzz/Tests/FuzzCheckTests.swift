import Foundation
import Testing

/// A short run of each fuzz target in every run of the tests.
///
/// The same checks as the fuzzer's (`scripts/fuzz`), without its counters: the committed corpus, and
/// inputs changed from it by a seed, so that a failure comes again. A check that fails ends the
/// process with its reason, as it does under the fuzzer.
@Suite struct FuzzCheckTests {
  static let runs = 1_500

  /// The committed inputs of a check, in the order of their names.
  private static func corpus(_ name: String) throws -> [[UInt8]] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Corpus/\(name)")
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
      try Array(Data(contentsOf: folder.appendingPathComponent($0)))
    }
  }

  @Test(
    "each reader of outside text keeps its promises for its corpus and for changes of it (issue 4)",
    arguments: AllChecks.all.map { $0.name })
  func short(name: String) throws {
    let check = try #require(AllChecks.named(name))
    let corpus = try Self.corpus(name)
    #expect(!corpus.isEmpty)
    for input in corpus { input.withUnsafeBufferPointer(check.run) }
    var mutations = Mutations(of: corpus, seed: 4)
    for _ in 0..<Self.runs { mutations.next().withUnsafeBufferPointer(check.run) }
  }

  @Test("every check has shapes, and reads a short input of each")
  func shapes() {
    for check in AllChecks.all {
      #expect(!check.shapes.isEmpty)
      for shape in check.shapes {
        Array(shape.make(8).utf8).withUnsafeBufferPointer(check.run)
      }
    }
  }
}
