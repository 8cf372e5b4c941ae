/// What reading a folder gave: the items to create, and everything that has to be told.
struct ImportedFolder: Sendable, Equatable {
  /// The items, sorted by path and part.
  var notes: [ImportedNote] = []
  /// What did not become an item as it stands, sorted by path.
  var issues: [ImportIssue] = []
  /// How many Markdown files were found, readable or not.
  var files = 0
  /// How many files with other names were passed over.
  var otherFiles = 0
  /// The folders that were passed over because their names start with a dot.
  var hiddenFolders: [String] = []

  /// How many files became no item. Each is told by one of the issues.
  var leftOut: Int { issues.count { $0.leavesOut } }
}
