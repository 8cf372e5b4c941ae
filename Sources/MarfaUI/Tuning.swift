/// Every constant of the models' behaviour, with its unit and its reason.
enum Tuning {
  /// How long a list waits for further changes before it is read again. Less reads a list for every
  /// row of a catch-up; more is felt as a delay.
  static let liveQueryPause: Duration = .milliseconds(50)
}
