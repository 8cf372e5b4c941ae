/// What an event stream may not hold.
public enum SSEParseError: Error, Sendable, Hashable {
  /// A line, its ending included, is longer than is taken.
  case lineTooLong
  /// The data lines of one block together are longer than is taken.
  case blockTooLong
}
