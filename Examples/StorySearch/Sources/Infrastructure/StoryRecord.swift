import Domain
import Marfa

/// A story in the form in which it is kept.
enum StoryRecord {
  /// The story as an object.
  static func json(_ story: Story) -> JSONObject {
    var object: JSONObject = [
      "id": .string(story.id), "title": .string(story.title), "author": .string(story.author),
      "points": .integer(Int64(story.points)), "comments": .integer(Int64(story.comments)),
    ]
    object["link"] = story.link.map { .string($0) }
    object["first_comment"] = story.firstComment.map { .string($0) }
    return object
  }

  /// The story in an object; `nil` when it holds none.
  static func story(_ object: JSONObject) -> Story? {
    guard let id = object["id"]?.string, let title = object["title"]?.string,
      let author = object["author"]?.string
    else { return nil }
    return Story(
      id: id, title: title, author: author, link: object["link"]?.string,
      points: Int(clamping: object["points"]?.integer ?? 0),
      comments: Int(clamping: object["comments"]?.integer ?? 0),
      firstComment: object["first_comment"]?.string)
  }
}
