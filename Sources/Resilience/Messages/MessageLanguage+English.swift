extension MessageLanguage {
  /// The sentences in English, which also stand in for a language that is not here.
  public static let english = MessageLanguage(code: "en") { kind in
    switch kind {
    case .queryTooShort:
      PresentedMessage(title: "Too short", text: "Enter at least two characters.")
    case .tooManyRequests:
      PresentedMessage(
        title: "One moment", text: "Too many requests. Try again in a little while.",
        action: "Try again")
    case .unreachable:
      PresentedMessage(
        title: "No connection",
        text: "The server can't be reached. Check the connection and try again.",
        action: "Try again")
    case .tooSlow:
      PresentedMessage(
        title: "No answer", text: "The server took too long to answer. Try again.",
        action: "Try again")
    case .serverTrouble:
      PresentedMessage(
        title: "Server trouble", text: "The server has a problem. Try again in a little while.",
        action: "Try again")
    case .notFound:
      PresentedMessage(title: "Not found", text: "What you asked for isn't there any more.")
    case .notAllowed:
      PresentedMessage(
        title: "Not allowed", text: "The server doesn't let you see this. Sign in again.",
        action: "Sign in")
    case .unreadable:
      PresentedMessage(
        title: "Unreadable answer",
        text: "The answer could not be read. Try again, or look for an update.",
        action: "Try again")
    case .nothingKept:
      PresentedMessage(
        title: "Nothing kept", text: "Nothing is kept for this without a connection.")
    case .general:
      PresentedMessage(title: "Sorry", text: "Something went wrong.")
    }
  }
}
