/// One thing an event stream said.
public enum SSEFrame: Sendable, Hashable {
  /// A comment line, without its colon; it carries nothing but shows that the stream lives.
  case comment(String)
  /// A block with data.
  case event(SSEEvent)
}
