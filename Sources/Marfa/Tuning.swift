/// Every constant of the SDK's behaviour, with its unit and its reason.
enum Tuning {
  /// Rows in one listing page: the most the server gives, so that a load takes the fewest trips.
  static let pageLimit = 200
  /// How often the head of the log is asked for before a hydration gives up.
  static let headAttempts = 3
  /// How long a head may take to be told. Shorter fails on slow links, longer hides a dead server.
  static let headTimeout: Duration = .seconds(15)
  /// How long a catch-up waits for the first frame.
  static let firstFrameTimeout: Duration = .seconds(15)
  /// How long a catch-up waits after a frame, before the first event.
  static let preEventTimeout: Duration = .seconds(10)
  /// How long a catch-up bears total silence between events.
  static let idleTimeout: Duration = .seconds(3)
  /// How long a held stream bears silence; the server pings every 30 s.
  static let followSilence: Duration = .seconds(90)
  /// The first wait before a stream is asked for again.
  static let followFirstWait: Duration = .seconds(1)
  /// The longest such wait: a server that returns is found within half a minute.
  static let followLongestWait: Duration = .seconds(30)
  /// A stream that lasted this long counts as healthy.
  static let followLasting: Duration = .seconds(30)
  /// The longest wait that a server can ask for; more is read as this.
  static let longestRetryAfter: Duration = .seconds(300)
  /// How often a reading handle looks whether another process saved something.
  static let watchInterval: Duration = .milliseconds(250)
  /// The longest wait of a watch whose reads fail.
  static let watchLongestWait: Duration = .seconds(2)
  /// Events applied in one transaction at most. More holds the writer longer than a frame of
  /// a screen; fewer pays a commit for each handful.
  static let eventBatch = 200
}
