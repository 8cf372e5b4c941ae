/// What a file's name says of its kind.
enum FileMedia {
  /// The media type of a file's name, by its extension in any case.
  static func type(ofName name: String) -> String {
    guard let point = name.lastIndex(of: "."), point > name.startIndex else { return unknown }
    return types[name[name.index(after: point)...].lowercased()] ?? unknown
  }

  /// The item type that a file of a media type gets.
  static func itemType(of mimeType: String) -> String {
    let kind = mimeType.prefix { $0 != "/" }.lowercased()
    return ["image", "audio", "video"].contains(kind) ? "core.file.\(kind)" : "core.file"
  }

  private static let unknown = "application/octet-stream"

  // The list of the working copy's specification, 19.
  private static let types = [
    "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif",
    "webp": "image/webp", "svg": "image/svg+xml", "heic": "image/heic", "pdf": "application/pdf",
    "epub": "application/epub+zip",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    "txt": "text/plain", "md": "text/markdown", "markdown": "text/markdown", "html": "text/html",
    "htm": "text/html", "json": "application/json", "csv": "text/csv", "mp3": "audio/mpeg",
    "m4a": "audio/mp4", "wav": "audio/wav", "mp4": "video/mp4", "m4v": "video/mp4",
    "mov": "video/quicktime", "zip": "application/zip",
  ]

  /// The first of `name.ext`, `name 2.ext`, `name 3.ext`… that is not taken.
  static func freeTitle(_ name: String, isTaken: (String) -> Bool) -> String {
    guard isTaken(name) else { return name }
    var stem = name[...]
    var ending = Substring()
    if let point = name.lastIndex(of: "."), point > name.startIndex {
      stem = name[..<point]
      ending = name[point...]
    }
    var number = 2
    while isTaken("\(stem) \(number)\(ending)") { number += 1 }
    return "\(stem) \(number)\(ending)"
  }

  /// A body with a text behind it, after exactly one blank line.
  static func appended(_ text: String, to body: String) -> String {
    guard !body.isEmpty else { return text }
    let breaks = body.reversed().prefix { $0.isNewline }.count
    return body + String(repeating: "\n", count: max(0, 2 - breaks)) + text
  }
}
