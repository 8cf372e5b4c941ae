/// Cuts text of any script into the words that a search finds it by.
///
/// A word is a run of letters and digits, with case and diacritics folded; an English one is cut
/// back to its stem. Text that is written without spaces (see ``ScriptRanges``) gives a word for
/// each two neighbouring characters, and one for the last character of a run: so any part of it is
/// found. Everything else stands between words, emoji too.
///
/// The one definition for the index, for queries and for excerpts. Linear in the text's length. It
/// holds buffers that are used again, and serves one thread at a time.
public struct SearchTokenizer: ~Copyable {
  /// What a text is cut for.
  public enum Purpose: Sendable, Hashable, CaseIterable {
    /// To be found.
    case document
    /// To find: the last run gives no word for its last character alone, unless it has only one.
    case query
  }

  /// Where a word stands, in bytes of the text.
  public struct Place: Sendable, Hashable {
    /// The first byte.
    public let start: Int
    /// The byte behind the word.
    public let end: Int
    /// The byte behind the first character of a pair; elsewhere the same as ``end``.
    public let headEnd: Int
  }

  /// Takes a word, folded, and its place; answers whether more words are wanted.
  public typealias Emit = (UnsafeBufferPointer<UInt8>, Place) -> Bool

  /// Longer words are cut to so many bytes, for the index and for queries alike.
  static let longestWord = 256

  private var folding = TextFolding.known
  private var word = WordBuffer(capacity: Self.longestWord)
  private var run = RunBuffer()

  /// Makes a tokenizer with empty buffers.
  public init() {}

  /// Cuts a text and gives each word, in the text's order.
  ///
  /// - Parameters:
  ///   - text: UTF-8. A byte that is not part of it stands between words.
  ///   - purpose: what it is cut for.
  ///   - emit: takes each word.
  public mutating func tokenize(
    _ text: UnsafeBufferPointer<UInt8>, for purpose: Purpose, _ emit: Emit
  ) {
    word.clear()
    run.begin(purpose)
    var at = 0
    while at < text.count {
      if text[at] < 0x80 {
        if word.addASCII(text, &at) {
          // Another kind of character may go on with the word.
          if at < text.count, text[at] >= 0x80 { continue }
          guard endWord(emit) else { return }
        } else {
          guard endWord(emit), run.end(emit) else { return }
          at += 1
        }
      } else if let (scalar, length) = text.scalar(at: at) {
        guard take(scalar, at..<at + length, emit) else { return }
        at += length
      } else {
        guard endWord(emit), run.end(emit) else { return }
        at += 1
      }
    }
    _ = endWord(emit) && run.end(emit)
  }

  private mutating func take(_ scalar: UInt32, _ bytes: Range<Int>, _ emit: Emit) -> Bool {
    let entry = folding.entry(scalar)
    switch entry.role {
    case .separator: return endWord(emit) && run.end(emit)
    case .dropped:
      if word.isEmpty { run.extend(to: bytes.upperBound) } else { word.end = bytes.upperBound }
      return true
    case .mark, .word, .run, .voicing:
      guard entry.isExpansion else {
        return add(entry.folded, entry.role, bytes, emit)
      }
      for scalar in folding.expansion(entry) {
        guard add(scalar, folding.entry(scalar).role, bytes, emit) else { return false }
      }
      return true
    }
  }

  private mutating func add(
    _ folded: UInt32, _ role: TextFolding.Role, _ bytes: Range<Int>, _ emit: Emit
  ) -> Bool {
    switch role {
    case .separator, .dropped: return true
    case .voicing:
      if word.isEmpty { run.voice(by: folded, end: bytes.upperBound) }
      return true
    case .run:
      return endWord(emit) && run.add(folded, bytes, emit)
    case .mark where word.isEmpty:
      // Behind a run it is one more character of it; behind nothing it is nothing.
      return run.isEmpty || run.add(folded, bytes, emit)
    case .mark, .word:
      word.add(folded, bytes)
      return true
    }
  }

  /// Gives the word at hand, behind the run before it.
  private mutating func endWord(_ emit: Emit) -> Bool {
    if word.isEmpty { return true }
    defer { word.clear() }
    return run.end(emit) && run.givePending(emit) && word.give(emit)
  }
}
