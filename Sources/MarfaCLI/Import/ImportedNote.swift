import MarfaModel

/// One item made of a Markdown file, or of a part of one that is too long for a single item.
struct ImportedNote: Sendable, Equatable {
  /// What every imported item names as its source.
  static let source = "import"
  /// The item type that a Markdown file becomes.
  static let type = "core.note"

  /// The file's path under the folder that was read, with `/` between its parts.
  let path: String
  /// Which part of the file this is, from 1.
  var part = 1
  /// The front matter's title, else the first heading, else the file's name.
  var title: String
  /// The Markdown behind the front matter, byte for byte as the file has it.
  var body: String
  /// What the front matter says beyond title and tags, in its order.
  var properties: JSONObject
  var tags: [String]
  /// The source ids of the items that the body links to, each once, in order.
  var links: [String]

  /// The same file gets the same id each time, so that a second import changes rows in place.
  var sourceId: String { Self.sourceId(path: path, part: part) }

  static func sourceId(path: String, part: Int) -> String {
    part == 1 ? path : "\(path)#part-\(part)"
  }

  /// The item to create, under its natural key.
  var draft: Draft {
    var all: JSONObject = ["title": .string(title), "body": .string(body)]
    for (key, value) in properties { all[key] = value }
    return Draft(
      type: Self.type, properties: all, tags: tags, source: Self.source, sourceId: sourceId)
  }
}
