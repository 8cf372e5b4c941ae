import Foundation

/// What the command line asks for.
struct Arguments: Sendable, Hashable {
  var store: String?
  var language: String?
  /// The words of one command; none opens the shell.
  var words: [String] = []

  struct Failure: Error { let text: String }

  static let usage = """
    Usage: notes [--store FILE] [--lang en|it] [COMMAND]

    Without a command it opens a shell and shows the connection as it changes.

      list                   the notes, the one changed last first
      add TITLE [TEXT]       a new note
      edit NUMBER TEXT       another text for a note of the list
      delete NUMBER          puts a note of the list into the bin
      search WORDS           notes that hold all of them
      keep NUMBER now|other  decides a conflict: which text stays
      again NUMBER TEXT      sends a change again that was not accepted
      discard NUMBER         gives it up
      key                    goes on under another key, read from the next line of the input
      status                 the connection and what waits
      sync                   tries at once
      quit                   ends the shell; what waits is sent the next time

    The server's address and key are read from MARFA_API_URL and MARFA_API_KEY. With neither, the
    notes stay on this device.
    """

  init(_ arguments: [String]) throws(Failure) {
    var rest = arguments[...]
    while let word = rest.popFirst() {
      switch word {
      case "--store":
        guard let value = rest.popFirst() else { throw Failure(text: "--store needs a file") }
        store = value
      case "--lang":
        guard let value = rest.popFirst() else { throw Failure(text: "--lang needs a language") }
        language = value
      default:
        if word.hasPrefix("--"), words.isEmpty {
          throw Failure(text: "\(word) is no option")
        }
        words.append(word)
      }
    }
  }
}
