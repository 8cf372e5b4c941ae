import Foundation

/// Why a server's keys cannot be worked with, and what to do about it.
enum AuthorityFailure: Error, Sendable, Hashable, LocalizedError {
  /// A file of the data folder cannot be read or written; `reason` is the system's own sentence.
  case file(name: String, reason: String)
  /// The store holds keys and the file with the salt of their hashes is gone.
  case saltMissing(name: String)
  /// The file with the salt does not hold one.
  case saltUnreadable(name: String)
  /// The system's cryptography refuses to work.
  case noDigest

  /// One or two sentences, fit to be shown to a person.
  var message: String {
    switch self {
    case .file(let name, let reason):
      "The file \(name) in the data folder cannot be used: \(reason)."
    case .saltMissing(let name):
      """
      The file \(name) is missing from the data folder. No key works without it: bring it back \
      from a backup.
      """
    case .saltUnreadable(let name):
      "The file \(name) in the data folder is damaged: bring it back from a backup."
    case .noDigest: "The system's cryptography library does not work."
    }
  }

  /// The same text as ``message``.
  var errorDescription: String? { message }
}
