/// What became of a handful of frames.
enum FollowTaken: Sendable, Hashable {
  /// Everything was taken.
  case goesOn
  /// The next one was not, since the catalog has to be read anew first.
  case needsCatalog
}
