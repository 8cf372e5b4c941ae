/// Cuts text into the words that a full-text table finds it by.
///
/// One value serves one connection and is only used on its thread.
public protocol SQLiteTokenizer: AnyObject {
  /// Cuts one text and gives each word, in the text's order.
  ///
  /// - Parameters:
  ///   - text: UTF-8 that may be damaged; gone when the call returns.
  ///   - purpose: why the text is cut.
  ///   - emit: takes a word as it goes into the index (UTF-8), the range of bytes of `text` it
  ///     stands for, and whether it stands at the same place as the word before (a synonym).
  ///     Answers `false` when no more words are wanted: the call must return then.
  func tokenize(
    _ text: UnsafeBufferPointer<UInt8>, purpose: SQLiteTokenizerPurpose,
    emit: (UnsafeBufferPointer<UInt8>, Range<Int>, Bool) -> Bool)
}

/// Makes a connection's tokenizer from the arguments that the table's `tokenize` option gives.
public typealias SQLiteTokenizerFactory =
  @Sendable (_ arguments: [String]) throws -> any SQLiteTokenizer
