import MarfaSQL

/// Cuts at spaces; enough for a store whose full text nobody searches.
final class SpaceTokenizer: SQLiteTokenizer {
  func tokenize(
    _ text: UnsafeBufferPointer<UInt8>, purpose: SQLiteTokenizerPurpose,
    emit: (UnsafeBufferPointer<UInt8>, Range<Int>, Bool) -> Bool
  ) {
    var start = 0
    for end in 0...text.count where end == text.count || text[end] == 0x20 {
      let word = start..<end
      start = end + 1
      guard !word.isEmpty else { continue }
      guard emit(UnsafeBufferPointer(rebasing: text[word]), word, false) else { return }
    }
  }
}
