/// Every constant of the HTTP adapter's behaviour, with its unit and its reason.
enum Tuning {
  /// The largest body by default, in bytes. Above, a few clients could fill the memory.
  static let maxBodyBytes = 1_048_576
  /// How much of a refused body is still read, in bytes. Below, clients that look at the answer
  /// only after sending would see a broken connection instead of the refusal; above, whoever
  /// sends nonsense for hours is listened to.
  static let maxDiscardedBytes = 64 << 20
  /// The memory for bodies on all connections, in bytes. Below, a few large bodies keep each other
  /// out; above, strangers can fill the memory, and read bodies take several times their size.
  static let bodyMemoryBytes = 64 << 20
  /// The least rate of a body, in bytes a second. The worst of mobile networks bring some
  /// thousand; above a slow one is cut, below a few patient clients hold every connection.
  static let leastBodyRate = 512
  /// How long a connection may do nothing while it owes something. Below, phones on bad networks
  /// are cut; above, dead peers hold their memory.
  static let idleTimeout: Duration = .seconds(60)
  /// How long a whole head may take. Nobody needs longer for a few hundred bytes.
  static let headerTimeout: Duration = .seconds(30)
  /// How long a stream's client may read nothing at all. Below, a paused laptop loses its stream
  /// early; above, dead peers hold their backlog.
  static let stalledStreamTimeout: Duration = .seconds(300)
  /// How many unread bytes make a stream's writer wait. Below, throughput falls with each round
  /// trip; above, many slow readers fill the memory.
  static let streamBacklogBytes = 262_144
  /// How many connections may be open. Each costs some 22 kB with the memory below.
  static let maxConnections = 4096
  /// How many network threads there are: they only move bytes, one would nearly do.
  static let threads = 2
  /// A connection's memory for head and buffers, in bytes. The library clears all of it after
  /// each request: at 64 KiB that took a tenth of the time of a small one.
  static let connectionMemoryBytes = 32_768
  /// The least such memory: the library needs room for a head and an answer's head.
  static let leastConnectionMemoryBytes = 4096
  /// The largest body whose handler starts on the network thread, in bytes. Above, reading the
  /// body there would be felt by the thread's other connections.
  static let inlineBodyBytes = 16_384
  /// How many finished handshakes the system may keep until they are accepted; it trims this to
  /// its own bound (`net.core.somaxconn`).
  static let listenQueueLength: Int32 = 1024
  /// How much of an announced body is reserved on the strength of the promise, in bytes.
  static let bodyReserveBytes = 65_536
  /// The library's block for a streamed body of known length, in bytes.
  static let sizedBlockBytes = 65_536
  /// The same for chunks, which are built in the connection's own memory.
  static let chunkedBlockBytes = 4096
  /// Looks at the connections in one `headerTimeout`, so that it is kept to an eighth.
  static let watchesPerHeaderTimeout = 8
  /// The shortest and longest time between two looks.
  static let shortestWatch: Duration = .milliseconds(10)
  static let longestWatch: Duration = .seconds(1)
  /// How long a stop waits for a client that neither sends nor takes a byte. Below, a bad mobile
  /// network costs an answer; above, one reader that stands still takes a stop its whole time.
  static let stalledAtStop: Duration = .seconds(2)
  /// The least time that the library gives a connection at which nothing moves. The server's own
  /// watch is to decide, so this lies far above; it catches what the watch can't see, a small
  /// answer that its client never reads.
  static let libraryTimeout: Duration = .seconds(600)
  /// Larger answers get the client's own time limit: the system takes smaller ones at once, and a
  /// change of the limit costs a lock for each request.
  static let timedAnswerBytes = 65_536
  /// How long requests get to end at a stop, by default: what supervisors usually grant, less
  /// the time for the rest of the process.
  static let stopDeadline: Duration = .seconds(8)
}
