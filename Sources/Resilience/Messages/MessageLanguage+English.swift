extension MessageLanguage {
  /// The sentences in English, which also stand in for a language that is not here.
  public static let english = MessageLanguage(code: "en") { action in
    switch action {
    case .tryAgain: "Try again"
    case .signIn: "Sign in"
    }
  } sentence: { kind in
    switch kind {
    case .queryTooShort: ("Too short", "Enter at least two characters.")
    case .tooManyRequests: ("One moment", "Too many requests. Try again in a little while.")
    case .unreachable:
      ("No connection", "The server can't be reached. Check the connection and try again.")
    case .tooSlow: ("No answer", "The server took too long to answer. Try again.")
    case .serverTrouble:
      ("Server trouble", "The server has a problem. Try again in a little while.")
    case .notFound: ("Not found", "What you asked for isn't there any more.")
    case .notAllowed: ("Not allowed", "The server doesn't let you see this. Sign in again.")
    case .unreadable:
      ("Unreadable answer", "The answer could not be read. Try again, or look for an update.")
    case .nothingKept: ("Nothing kept", "Nothing is kept for this without a connection.")
    case .general: ("Sorry", "Something went wrong.")
    }
  }
}
