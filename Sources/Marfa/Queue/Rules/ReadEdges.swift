import MarfaModel

/// The edges that an item draws, as the server had them once this copy had applied some event.
///
/// An edge that goes leaves nothing behind that could tell it from one that is new. So these count
/// only as long as no event was applied since the read began.
struct ReadEdges: Sendable, Hashable {
  /// The edges.
  var edges: [Edge]
  /// The last event that was applied before the read.
  var cursor: String?
}
