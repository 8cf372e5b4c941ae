/// A story that a search found.
public struct Story: Sendable, Hashable, Identifiable {
  /// Its id at the source.
  public let id: String
  /// Its title, as plain text.
  public let title: String
  /// Who posted it.
  public let author: String
  /// The address it points to; `nil` for a text of its own.
  public let link: String?
  /// The points it got.
  public let points: Int
  /// How many comments it has.
  public let comments: Int
  /// The first comment, as plain text; `nil` when there is none or it was not loaded.
  public var firstComment: String?

  /// Makes a story.
  public init(
    id: String, title: String, author: String, link: String?, points: Int, comments: Int,
    firstComment: String? = nil
  ) {
    self.id = id
    self.title = title
    self.author = author
    self.link = link
    self.points = points
    self.comments = comments
    self.firstComment = firstComment
  }
}
