/// One piece of Swift shown in a document, ready to be compiled.
struct Sample: Equatable {
  /// The document's path from the root of the tree.
  let path: String
  /// The line of the document that the code starts on.
  let line: Int
  let code: [Substring]
  /// Whether the code goes on where the sample before it ended.
  let continues: Bool
}
