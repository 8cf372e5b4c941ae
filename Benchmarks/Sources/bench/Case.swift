/// One thing that is measured, on the product's side and on the plain one.
struct Case: Sendable {
  /// What one run of a side gave.
  struct Sample: Sendable {
    /// The figure, in the case's unit.
    let value: Double
    /// What else is worth knowing, such as a percentile.
    var note = ""
  }

  typealias Side = @Sendable (Workspace) async throws -> Sample

  /// A short name, by which it can be asked for.
  let name: String
  /// What is compared, in one line.
  let summary: String
  let unit: Unit
  let goal: Goal
  /// How often each side runs. The sides take turns, and the median of each counts.
  var rounds = 3
  /// The product's side.
  let ours: Side
  /// The plain side; `nil` when the goal is a fixed figure.
  let theirs: Side?
}
