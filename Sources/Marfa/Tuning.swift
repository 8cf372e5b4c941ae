import Resilience

/// Every constant of the SDK's behaviour, with its unit and its reason.
enum Tuning {
  /// Rows in one listing page: the most the server gives, so that a load takes the fewest trips.
  static let pageLimit = 200
  /// How often an item that keeps changing is read before its pinning gives up. Each reading takes a
  /// trip to the server, so an item that changes within every one of so many is not at rest.
  static let pinReadings = 20
  /// How often the head of the log is asked for before a hydration gives up. At once: it is a read
  /// of one line, and whoever is asked to wait leaves it to the app.
  static let headPolicy = RetryPolicy(maxAttempts: 3, delay: .zero)
  /// How long a head may take to be told. Shorter fails on slow links, longer hides a dead server.
  static let headTimeout: Duration = .seconds(15)
  /// How long a catch-up waits for the first frame.
  static let firstFrameTimeout: Duration = .seconds(15)
  /// How long a catch-up waits after a frame, before the first event.
  static let preEventTimeout: Duration = .seconds(10)
  /// How long a catch-up bears total silence between events.
  static let idleTimeout: Duration = .seconds(3)
  /// How long a catch-up goes on while only comments come. The server replays at once, so one that
  /// has sent no event for so long will not.
  static let progressTimeout: Duration = .seconds(120)
  /// How long a held stream bears silence; the server pings every 30 s.
  static let followSilence: Duration = .seconds(90)
  /// The longest wait before a stream is asked for again: a server that returns is found within
  /// half a minute.
  static let followLongestWait: Duration = .seconds(30)
  /// The waits before a stream is asked for again. A longer first one makes a dropped connection
  /// felt; a shorter one asks a server that restarts many times over.
  static let followBackoff = Backoff(.exponential, base: .seconds(1), cap: followLongestWait)
  /// The most that is waited before a stream that had lasted is asked for again. All clients of a
  /// server are cut at once when it restarts; spread over this long, they do not come back at once.
  static let followReopenSpread: Duration = .seconds(8)
  /// A stream that lasted this long counts as healthy.
  static let followLasting: Duration = .seconds(30)
  /// How long a second opener waits for the first one to make a new store.
  static let storeMaking: Duration = .seconds(5)
  /// How often it looks.
  static let storeMakingStep: Duration = .milliseconds(20)
  /// How often a reading handle looks whether another process saved something, and how the wait
  /// grows while looks fail. Shorter wakes the device for nothing, longer shows changes late.
  static let watchBackoff = Backoff(.exponential, base: .milliseconds(250), cap: .seconds(2))
  /// How long the body of a refused stream may take: only its first lines are wanted.
  static let refusalTimeout: Duration = .seconds(10)
  /// The most bytes of a refusal that are read; an error envelope has a few hundred.
  static let refusalBytes = 65_536
  /// The most items of one page of the bin: what the SDK promises to hold to.
  static let binPageLimit = 100
  /// Changes that one stream holds for a reader that doesn't read: some megabytes at most. More
  /// costs memory without an end, fewer have a slow reader read everything again too soon.
  static let streamBuffer = 10_000
  /// Changes that the log of a copy keeps, two megabytes or so. An app that was away for more reads
  /// everything again.
  static let changeLogLength: Int64 = 20_000
  /// How many entries lie between two cuts of that log: a cut for each would double their cost.
  static let changeLogStep: Int64 = 1_000
  /// The most changes of one page of the log: what the SDK promises to hold to.
  static let changePageLimit = 1_000
  /// Bytes of files that are kept beside a store at most, without those that wait to be uploaded.
  /// More fills phones, less fetches a day's pictures twice.
  static let blobCacheBytes: Int64 = 512 * 1_048_576
  /// How old a half written file has to be to count as left behind. A younger one may be coming in.
  static let strayBlobAge: Duration = .seconds(3_600)
  /// How long a download bears silence. Its whole time has no bound: files are of any size.
  static let blobSilence: Duration = .seconds(60)
  /// Events applied in one transaction at most. More holds the writer longer than a frame of
  /// a screen; fewer pays a commit for each handful.
  static let eventBatch = 200
  /// Writes of a drain that are marked as sent and not settled. More would have a crash repeat
  /// more of them; fewer leave a commit no time beside the sending.
  static let drainAhead = 32
  /// Bytes of bodies that these hold in memory, beyond the first one's.
  static let drainAheadBytes = 262_144
  /// Answers that are settled in one commit: half of those under way, so that the other half goes
  /// out meanwhile.
  static let drainGathered = 16
  /// An answer that takes this long waits for no others: gathering saves a commit of a millisecond,
  /// and a verdict is never late by more than so many of them as are gathered.
  static let drainSlowAnswer: Duration = .milliseconds(5)
  /// How long a drain is put off after a write, so that writes of one moment go out together.
  static let syncGather: Duration = .milliseconds(20)
  /// The first wait of a manager after something that passes by itself.
  static let syncFirstWait: Duration = .seconds(1)
  /// The first one after a server said "too many".
  static let syncThrottledWait: Duration = .seconds(5)
  /// The longest one: a server that returns is found within half a minute.
  static let syncLongestWait: Duration = .seconds(30)
  /// The first wait before a manager looks whether a person put something right. Sooner, a server
  /// that answers garbage would be asked for nothing.
  static let syncFirstProbe: Duration = .seconds(60)
  /// The longest one: a permission that was given is found within a quarter of an hour.
  static let syncLongestProbe: Duration = .seconds(900)
  /// How often a copy may have to be loaded again, or be busy, before a person is told.
  static let syncQuietLoads = 3
}
