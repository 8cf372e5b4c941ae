import Domain
import Foundation
import Marfa
import Resilience

/// Reads the source's answers. Any field may be absent or null.
enum StoryJSON {
  /// The stories of a search's answer.
  ///
  /// - Throws: `NetworkError.decoding` when it is no such answer.
  static func stories(_ body: Data) throws -> [Story] {
    guard let hits = object(body)?["hits"]?.array else { throw NetworkError.decoding }
    return try hits.map { hit in
      guard let hit = hit.object, let id = hit["objectID"]?.string else {
        throw NetworkError.decoding
      }
      return Story(
        id: id, title: PlainText.of(hit["title"]?.string ?? ""),
        author: PlainText.of(hit["author"]?.string ?? ""),
        link: hit["url"]?.string.map { PlainText.of($0) },
        points: count(hit["points"]), comments: count(hit["num_comments"]))
    }
  }

  /// The first comment in the answer for one story; `nil` when it has none.
  ///
  /// - Throws: `NetworkError.decoding` when it is no such answer.
  static func firstComment(_ body: Data) throws -> String? {
    guard let story = object(body) else { throw NetworkError.decoding }
    for child in story["children"]?.array ?? [] {
      if let text = child.object?["text"]?.string { return PlainText.of(text) }
    }
    return nil
  }

  private static func object(_ body: Data) -> JSONObject? {
    (try? JSONValue(bytes: Array(body)))?.object
  }

  private static func count(_ value: JSONValue?) -> Int {
    Int(clamping: max(value?.integer ?? 0, 0))
  }
}
