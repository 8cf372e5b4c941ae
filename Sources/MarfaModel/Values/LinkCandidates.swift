/// The held items that one link of a body could name.
public struct LinkCandidates: Sendable, Hashable {
  /// What stands between the brackets, as it was asked.
  public var target: String
  /// The items, the best first.
  public var candidates: [LinkCandidate]

  /// Makes an answer.
  public init(target: String, candidates: [LinkCandidate] = []) {
    self.target = target
    self.candidates = candidates
  }
}
