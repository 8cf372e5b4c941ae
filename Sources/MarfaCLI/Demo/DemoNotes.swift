/// The notes that a run makes for itself, beside the imported ones.
struct DemoNotes: Sendable {
  /// The one that is deleted, so that no imported note has to go.
  var scrap = ""
  /// Those that are edited where the folder has too few notes for it.
  var further: [String] = []
}
