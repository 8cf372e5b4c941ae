/// What a person reads when something failed: no code, no address, no text of a server.
///
/// A type of its own, so that a screen that takes one can't be handed a technical error.
public struct PresentedMessage: Sendable, Hashable {
  /// A few words, without a full stop.
  public let title: String
  /// One or two sentences: what happened and what to do.
  public let text: String
  /// The word on a button that helps, such as "Try again"; `nil` when nothing there would.
  public let action: String?

  /// Makes a message.
  public init(title: String, text: String, action: String? = nil) {
    self.title = title
    self.text = text
    self.action = action
  }
}
