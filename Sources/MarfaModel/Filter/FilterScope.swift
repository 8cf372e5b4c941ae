/// Where an expression is answered, which decides what it may ask.
package enum FilterScope: Sendable, Hashable {
  /// The server, which holds every edge.
  case server
  /// A working copy, which cannot know every edge that points at an item: `backref` is refused.
  case copy
}
