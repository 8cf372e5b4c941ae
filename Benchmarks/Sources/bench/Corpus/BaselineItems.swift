import CBaseline
import Foundation

/// The corpus as the C loops take it. Made before the clock starts.
final class BaselineItems {
  private(set) var items: [baseline_item] = []
  private var texts: [UnsafeMutablePointer<CChar>] = []

  /// What the items are named by.
  enum Ids {
    /// Random ids, as a plain program makes them.
    case random
    /// Ids that begin with the time, as the product makes them.
    case ordered
  }

  /// Takes the first notes of a corpus.
  init(_ corpus: Corpus, count: Int, ids: Ids = .random) {
    items = corpus.notes.prefix(count).enumerated().map { index, note in
      let seconds = 1_700_000_000 + index / 1000
      let time = Date(timeIntervalSince1970: TimeInterval(seconds))
        .formatted(.iso8601.year().month().day().time(includingFractionalSeconds: false))
      let stamp = String(time.prefix(19)) + String(format: ".%03dZ", index % 1000)
      return baseline_item(
        id: keep(Self.id(ids, index)), key: keep(UUID().uuidString.lowercased()),
        write_id: keep(UUID().uuidString.lowercased()), time: keep(stamp),
        properties: keep("{\"title\":\"\(note.title)\",\"body\":\"\(note.body)\"}"),
        title: keep(note.title), body: keep(note.body))
    }
  }

  /// Ordered ids are UUIDs of version 7: the time in milliseconds, then random bits.
  private static func id(_ ids: Ids, _ index: Int) -> String {
    let random = UUID().uuidString.lowercased()
    guard ids == .ordered else { return random }
    let time = String(format: "%012llx", 1_700_000_000_000 + Int64(index))
    return "\(time.prefix(8))-\(time.suffix(4))-7\(random.dropFirst(15))"
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
