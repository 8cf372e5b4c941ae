import Marfa

/// What a run of the main job did and found.
struct DemoOutcome: Sendable {
  /// What the import did.
  var imported = ImportReport(files: 0, issues: [])
  /// What each step took.
  var times: StepTimes
  /// How the server's process ended before the devices were edited.
  var stopped = ""
  /// The offline changes, in the order made.
  var edits: [OfflineEdit] = []
  /// What each drain answered, in the order of draining.
  var drains: [Drain] = []
  /// What laptop, phone and server hold.
  var holdings: [HeldRows] = []
  /// What did not hold, in sentences. Empty when everything did.
  var faults: [String] = []

  /// What one device's drain answered.
  struct Drain: Sendable {
    let device: String
    let report: DrainReport
  }

  /// Makes an outcome of nothing yet.
  init(times: StepTimes) {
    self.times = times
  }

  /// Whether everything held.
  var holds: Bool { faults.isEmpty }

  /// Adds sentences about what did not hold; of many alike, the first few and how many more.
  mutating func fault(_ sentences: [String]) {
    let most = 5
    faults += sentences.prefix(most)
    if sentences.count > most { faults.append("… and \(sentences.count - most) more like it.") }
  }
}
