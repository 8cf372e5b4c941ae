import CBaseline
import Foundation

/// The corpus as the C loops take it. Made before the clock starts.
final class BaselineItems {
  private(set) var items: [baseline_item] = []
  private var texts: [UnsafeMutablePointer<CChar>] = []

  /// Takes the first notes of a corpus, with random ids as a plain program would make them.
  init(_ corpus: Corpus, count: Int) {
    items = corpus.notes.prefix(count).enumerated().map { index, note in
      let seconds = 1_700_000_000 + index / 1000
      let time = Date(timeIntervalSince1970: TimeInterval(seconds))
        .formatted(.iso8601.year().month().day().time(includingFractionalSeconds: false))
      let stamp = String(time.prefix(19)) + String(format: ".%03dZ", index % 1000)
      return baseline_item(
        id: keep(UUID().uuidString.lowercased()), key: keep(UUID().uuidString.lowercased()),
        write_id: keep(UUID().uuidString.lowercased()), time: keep(stamp),
        properties: keep("{\"title\":\"\(note.title)\",\"body\":\"\(note.body)\"}"),
        title: keep(note.title), body: keep(note.body))
    }
  }

  deinit {
    for text in texts { free(text) }
  }

  private func keep(_ text: String) -> UnsafePointer<CChar>? {
    guard let copy = strdup(text) else { return nil }
    texts.append(copy)
    return UnsafePointer(copy)
  }
}
