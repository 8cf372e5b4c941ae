/// The figures the command stands on: what each means, and what happens above and below it.
enum Tuning {
  /// Requests of an import under way at once. The server makes one commit of what comes together:
  /// below, a disk's sync is waited for once a note; above, nothing is gained.
  static let importsAtOnce = 16

  /// How long a server's process may take until it listens. A large store of an older build is
  /// brought up to date first; below, that would be cut off; above, a hanging one is noticed late.
  static let startTimeout: Duration = .seconds(60)

  /// How long a server's process may take to stop: its own deadline of 8 s and the closing of its
  /// store. Below, a busy one would be ended by force; above, a hanging one is noticed late.
  static let stopTimeout: Duration = .seconds(15)

  /// How long the end of a child is waited for after its connections broke. Below, the breaking is
  /// reported in place of its cause; above, a failure of another kind is reported late.
  static let endTimeout: Duration = .milliseconds(500)

  /// How often the progress of a load is shown. Below, a terminal flickers; above, it seems to stand.
  static let progressInterval: Duration = .milliseconds(200)

  /// Rounds of catching up until two copies must stand at the same event. Two are enough when
  /// nobody else writes to the server; more allow for somebody.
  static let catchUpRounds = 20

  /// How many neighbours of a port are tried when it is taken. Below, a machine with several
  /// servers finds none; above, a port that may not be listened at at all is told late.
  static let portsTried = 20
}
