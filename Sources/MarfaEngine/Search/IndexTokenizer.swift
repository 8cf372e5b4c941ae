import MarfaModel
import MarfaSQL

/// The model's tokenizer as a full-text table asks for it.
final class IndexTokenizer: SQLiteTokenizer {
  private var tokenizer = SearchTokenizer()

  func tokenize(
    _ text: UnsafeBufferPointer<UInt8>, purpose: SQLiteTokenizerPurpose,
    emit: (UnsafeBufferPointer<UInt8>, Range<Int>, Bool) -> Bool
  ) {
    tokenizer.tokenize(text, for: Self.purpose(purpose)) { word, place in
      emit(word, place.start..<place.end, false)
    }
  }

  private static func purpose(_ purpose: SQLiteTokenizerPurpose) -> SearchTokenizer.Purpose {
    switch purpose {
    case .document, .auxiliary: .document
    case .query, .prefix: .query
    }
  }
}

extension EngineSchema {
  /// The tokenizers that a store's connections must know; see ``SQLiteOptions/tokenizers``.
  package static let tokenizers: [String: SQLiteTokenizerFactory] = [
    tokenizer: { _ in IndexTokenizer() }
  ]
}
