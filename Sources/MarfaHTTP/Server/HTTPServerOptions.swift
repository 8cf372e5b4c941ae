import Resilience

/// The limits and times of a server, each with a default that suits a server for one household.
public struct HTTPServerOptions: Sendable {
  /// The largest body accepted for a method and raw path, in bytes; 1 MiB for all by default.
  ///
  /// Asked once for each request, when its head is there, on a network thread: it must be quick.
  /// `Int.max` means no bound. Beyond the cap the handler still answers, with `bodyOverflow`.
  public var maxBodyBytes: @Sendable (_ method: String, _ path: String) -> Int = { _, _ in
    Tuning.maxBodyBytes
  }

  /// Where the body of a request goes while it arrives; into memory, for all, by default.
  ///
  /// Asked once for each request with a body, when its head is there, on a network thread: it must
  /// be quick. Such a body is bound neither by `maxBodyBytes` nor by `bodyMemoryBytes`.
  public var bodySink: @Sendable (HTTPBodyHead) -> (any HTTPBodySink)? = { _ in nil }

  /// How much of a body that is too large is read and thrown away, in bytes; 64 MiB by default.
  ///
  /// Up to here the client has sent its body to the end, certainly reads the refusal, and the
  /// connection stays usable. What is announced to be larger is answered at once and the
  /// connection closed; a chunked body that runs past it is cut.
  public var maxDiscardedBytes = Tuning.maxDiscardedBytes

  /// How many bytes of bodies may be in memory at once, over all connections; 64 MiB by default.
  ///
  /// A request whose body finds no room is handled with `lacksRoom` and no body. Room is given
  /// back when the answer is sent.
  public var bodyMemoryBytes = Tuning.bodyMemoryBytes

  /// How many bytes a second a body must bring on average; 512 by default, 0 asks for none.
  ///
  /// Judged once it has taken longer than `headerTimeout`. Slower clients are cut.
  public var leastBodyRate = Tuning.leastBodyRate

  /// How long a connection may do nothing while it owes something; 60 seconds by default.
  ///
  /// It owes the next piece of a body, the reading of an answer, or, beyond `headerTimeout`, its
  /// next request. Held to an eighth of `headerTimeout`, at most a second; for the reading of a
  /// large answer to whole seconds, less than one counts as one. Handlers and streams are not
  /// timed by it.
  public var idleTimeout = Tuning.idleTimeout

  /// How long a head may take from the connection's first moment, in all; 30 seconds by default.
  ///
  /// Unlike `idleTimeout` this also ends clients that send a byte now and then. On a kept
  /// connection the time between two requests is allowed on top.
  public var headerTimeout = Tuning.headerTimeout

  /// How long a stream's client may leave waiting bytes unread; 5 minutes by default.
  ///
  /// Only counts while the kernel's buffers are full and nothing moves; a quiet stream lives on.
  /// Whole seconds; zero means for ever.
  public var stalledStreamTimeout = Tuning.stalledStreamTimeout

  /// How many bytes a stream may hold unread before `write` waits; 256 KiB by default.
  public var streamBacklogBytes = Tuning.streamBacklogBytes

  /// How many connections may be open at once; 4096 by default. Further ones wait in the
  /// system's queue until one closes.
  public var maxConnections = Tuning.maxConnections

  /// How many network threads there are; 2 by default, at least 1.
  public var threads = Tuning.threads

  /// The memory of one connection for head and buffers, in bytes; 32 KiB by default, at least 4.
  ///
  /// It bounds the head of a request: a longer request line is refused with 414, more fields
  /// with 431. More of it makes every request a little slower.
  public var connectionMemoryBytes = Tuning.connectionMemoryBytes

  /// The largest body whose handler starts on the network thread; 16 KiB by default.
  ///
  /// Such a handler runs up to its first suspension without a hop between threads; one that
  /// never suspends costs about half the processor time. Its first steps must not block. -1
  /// turns it off: every handler starts on Swift's own threads.
  public var inlineBodyBytes = Tuning.inlineBodyBytes

  /// What the server's own waits sleep on; the machine's clock by default.
  public var clock: any WaitingClock = SystemClock()

  /// What the library times connections by: a net far below which the server's watch decides.
  var libraryTimeout: Duration {
    max(Tuning.libraryTimeout, (headerTimeout + idleTimeout) * 4)
  }

  /// Makes the default options.
  public init() {}
}
