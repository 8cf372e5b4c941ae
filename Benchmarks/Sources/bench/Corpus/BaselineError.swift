import CBaseline

/// A plain loop that did not do what it was asked.
struct BaselineError: Error, CustomStringConvertible {
  let description: String

  /// The result, or the error that it names.
  static func check(_ result: baseline_result) throws -> baseline_result {
    let text = withUnsafeBytes(of: result.error) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    guard text.isEmpty else { throw BaselineError(description: text) }
    return result
  }
}
