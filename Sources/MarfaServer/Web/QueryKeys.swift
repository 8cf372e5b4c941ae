/// Which query keys the door knows.
struct QueryKeys: Sendable {
  /// The keys it declares.
  var declared: Set<String> = []
  /// Those of them that must not be empty when they are there.
  var narrowing: Set<String> = []
  /// Whether `edge[<type>]` and `backref[<type>]` are declared too.
  var takesEdgeTerms = false
}
