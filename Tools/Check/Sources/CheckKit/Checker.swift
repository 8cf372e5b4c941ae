/// Runs every rule over a tree that was read before.
public struct Checker {
  private let files: [SourceFile]
  private let tables: Tables
  private let documents: [String: String]

  /// Takes the Swift files, the text of `docs/architecture.md`, and the other documents by path.
  public init(files: [SourceFile], architecture: String, documents: [String: String]) {
    self.files = files
    self.documents = documents
    tables = Tables(document: architecture)
  }

  /// What has to change, sorted by place.
  public func findings() -> [Finding] {
    var found = tables.findings
    for file in files {
      found += LayerRule(tables: tables).findings(in: file)
      found += SizeRule().findings(in: file)
      found += NameRule().findings(in: file)
      found += DocumentationRule().findings(in: file)
      found += StateMachineRule().findings(in: file)
      found += TimeRule().findings(in: file)
      found += ReasonRule().findings(in: file)
      found += TodoRule().findings(in: file)
      found += LockRule().findings(in: file)
      found += TestNameRule().findings(in: file)
    }
    found += FolderRule(tables: tables).findings(in: files)
    found += StateMachineRule().missingTests(in: files)
    found += TimeRule().sleeps(in: files)
    if let readme = documents["README.md"] { found += ReadmeRule().findings(in: readme) }
    for (path, text) in documents { found += SampleReader(path: path, text: text).findings }
    return Set(found).sorted()
  }

  /// What is worth knowing, and no failure.
  public func notes() -> [Finding] {
    files.flatMap { SizeRule().notes(in: $0) }.sorted()
  }

  /// The Swift files made of all samples in the documents, by name.
  public func samples() -> [String: String] {
    let samples = documents.sorted { $0.key < $1.key }.flatMap {
      SampleReader(path: $0.key, text: $0.value).samples
    }
    return SampleWriter().files(for: samples)
  }
}
