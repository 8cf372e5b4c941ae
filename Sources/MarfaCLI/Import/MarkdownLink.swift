/// A link in a body that may lead to another file of the folder.
struct MarkdownLink: Equatable, Sendable {
  enum Form: Equatable, Sendable {
    /// `[[name]]`: a file's name, its path or its title.
    case name
    /// `[text](path)` or a definition `[label]: path`: a path from this file.
    case path
  }

  let form: Form
  /// The name or the path, without alias, heading, query and fragment.
  let target: String
  /// Where it stands in the body, in bytes.
  let offset: Int
}
