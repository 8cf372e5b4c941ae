/// The figures this product stands on: what each means, and what happens above and below it.
enum Tuning {
  /// The longest `Retry-After` that is honoured. Above, a server's mistake could silence a client
  /// for days; below, a long maintenance would be asked about too often.
  static let retryAfterCap = Duration.seconds(300)

  /// The first wait after an ordinary failure under `.patient`. Above, a lost packet is felt;
  /// below, a server that just fell over is hammered.
  static let transientBase = Duration.milliseconds(50)

  /// The first wait after a server said "too many". Above, people wait for nothing; below, the
  /// limit is hit again at once.
  static let throttledBase = Duration.seconds(1)

  /// The longest single wait of a growing backoff. Above, a recovered server is noticed late;
  /// below, many waiting clients load a sick one.
  static let backoffCap = Duration.seconds(20)

  /// How long `.patient` goes on in all. Above, a person has long given up; below, a restart of
  /// the server is not outlasted.
  static let patientDeadline = Duration.seconds(60)

  /// How often `.patient` tries: as many as its waits can fill most of a minute with. Below, the
  /// deadline is never what ends it.
  static let patientAttempts = 10

  /// Tokens of a full retry budget, and what each event moves (the AWS retry quota of 2026). A
  /// fuller budget retries into an outage for longer; a smaller one fails fast on a short dip.
  static let budgetCapacity = 500
  static let budgetTransientCost = 14
  static let budgetTimeoutCost = 10
  static let budgetFirstTrySuccess = 1

  /// Failures in a row that open the breaker. Above, a dead server is asked too long; below, one
  /// unlucky moment shuts everything.
  static let breakerThreshold = 5

  /// How long an open breaker refuses before it lets a probe through, and how long a probe may
  /// stay unanswered before the next one goes.
  static let breakerOpenFor = Duration.seconds(10)
  static let breakerProbeTimeout = Duration.seconds(30)

  /// Durations kept for percentiles. Above, memory; below, p95 jumps with each request.
  static let metricsWindow = 1_024

  /// Delays listed by a policy that has no end of its own.
  static let listedDelays = 100
}
