import Dispatch
import Foundation
import Resilience

/// The effects of a server: its socket, its network threads, its connections, its watch.
final class ServerCore: Sendable {
  private struct State: Sendable {
    var machine: ServerStateMachine
    var connections: [ObjectIdentifier: Connection] = [:]
    var daemons: [Daemon] = []
    var nextDaemon = 0
    var acceptor: Acceptor?
    var watch: Task<Void, Never>?
    /// Given at whatever may bring a stop nearer to its end.
    var progress = HTTPStopSignal()
    /// Whether a stop had to cut a request that a handler was at work on.
    var hasCut = false
  }

  let options: HTTPServerOptions
  let atOnce: HTTPReadyHandler?
  let handler: HTTPHandler
  /// Given when a stop begins; every request carries it.
  let stopping = HTTPStopSignal()
  /// The memory that bodies share.
  let bodyRoom: BodyRoom
  private let stopped = HTTPStopSignal()
  private let state: Lock<State>

  init(
    options: HTTPServerOptions, atOnce: HTTPReadyHandler? = nil, handler: @escaping HTTPHandler
  ) {
    self.options = options
    self.atOnce = atOnce
    self.handler = handler
    bodyRoom = BodyRoom(bytes: options.bodyMemoryBytes)
    state = Lock(State(machine: ServerStateMachine(maxConnections: options.maxConnections)))
  }

  // MARK: Start and stop

  func start(host: String, port: Int) throws(HTTPServerError) -> Int {
    guard state.withLock({ $0.machine.start() }) else { throw .alreadyStarted }
    do {
      let socket = try ListeningSocket.open(host: host, port: port)
      try startDaemons(closingOnFailure: socket)
      let acceptor = Acceptor(socket, owner: acceptorOwner())
      let watch = startWatch()
      state.withLock { state in
        state.acceptor = acceptor
        state.watch = watch
      }
      return socket.port
    } catch {
      state.withLock { $0.machine.startFailed() }
      stopped.set()
      throw error
    }
  }

  func stop(deadline: Duration) async -> Bool {
    switch state.withLock({ $0.machine.stop() }) {
    case .nothing: break
    case .waitForOther: await stopped.wait()
    case .drain:
      stopping.set()
      await state.withLock { $0.acceptor }?.stop()
      await drain(deadline: deadline)
      await close()
    }
    return state.withLock { !$0.hasCut }
  }

  /// Waits until no request is at work and none can start, at most until the deadline.
  private func drain(deadline: Duration) async {
    let isOver = HTTPStopSignal()
    let timer = Task { [self] in
      try? await options.clock.sleep(for: deadline)
      isOver.set()
      progressed()
    }
    defer { timer.cancel() }
    while !isOver.isSet && !Task.isCancelled {
      let progress = HTTPStopSignal()
      let (connections, isComplete) = state.withLock { state in
        state.progress = progress
        let connections = Array(state.connections.values)
        return (connections, connections.count == state.machine.connections)
      }
      if connections.contains(where: \.isBusy) {
        await progress.wait()
      } else if !isComplete || connections.contains(where: \.hasUnreadBytes) {
        // A network thread is about to take these up; it needs no time worth a timer.
        await Task.yield()
      } else if connections.allSatisfy({ $0.retire() }) {
        return
      }
    }
  }

  /// Cuts what is left and ends the threads.
  private func close() async {
    state.withLock { $0.machine.drainingEnded() }
    // After this no request starts and none is suspended, which the library demands of a stop.
    let cut = openConnections().filter { $0.abort() }
    if !cut.isEmpty { state.withLock { $0.hasCut = true } }
    let (daemons, watch) = state.withLock { state in
      defer { state.daemons = [] }
      return (state.daemons, state.watch)
    }
    watch?.cancel()
    await withCheckedContinuation { continuation in
      // Stopping waits for the network threads; that must not hold one of Swift's.
      DispatchQueue.global().async {
        for daemon in daemons { daemon.stop() }
        continuation.resume()
      }
    }
    state.withLock { state in
      state.machine.stopped()
      state.acceptor = nil
      state.watch = nil
    }
    stopped.set()
  }

  private func startDaemons(closingOnFailure socket: ListeningSocket) throws(HTTPServerError) {
    for _ in 0..<max(1, options.threads) {
      guard let daemon = Daemon(core: self) else {
        let started = state.withLock { state in
          defer { state.daemons = [] }
          return state.daemons
        }
        for daemon in started { daemon.stop() }
        socket.closeUnused()
        throw .system(step: "starting a network thread", reason: String(cString: strerror(errno)))
      }
      state.withLock { $0.daemons.append(daemon) }
    }
  }

  // MARK: Connections

  /// A network thread has taken a connection up.
  func connectionBegan(descriptor: Int32) -> Connection {
    let connection = Connection(descriptor: descriptor)
    let isTooLate = state.withLock { state in
      state.connections[ObjectIdentifier(connection)] = connection
      return state.machine.state == .closing
    }
    if isTooLate { connection.abort() }
    return connection
  }

  /// A network thread is about to close a connection's descriptor.
  func connectionEnded(_ connection: Connection) {
    connection.closed()
    state.withLock { _ = $0.connections.removeValue(forKey: ObjectIdentifier(connection)) }
    releaseSlot()
  }

  /// Something has ended that a stop may be waiting for.
  func progressed() { state.withLock { $0.progress }.set() }

  /// A counted connection is no more: its place may go to a waiting client.
  private func releaseSlot() {
    let waiting = state.withLock { state in
      state.machine.connectionEnded() ? state.acceptor : nil
    }
    waiting?.resume()
  }

  private func acceptorOwner() -> Acceptor.Owner {
    Acceptor.Owner(
      admit: { [self] in state.withLock { $0.machine.admit() } },
      dismiss: { [self] in releaseSlot() },
      paused: { [self] in state.withLock { $0.machine.acceptingPaused() } },
      take: { [self] descriptor, address, length in
        let daemon = state.withLock { state -> Daemon? in
          guard !state.daemons.isEmpty else { return nil }
          state.nextDaemon = (state.nextDaemon + 1) % state.daemons.count
          return state.daemons[state.nextDaemon]
        }
        if daemon?.add(descriptor, address, length) != true { releaseSlot() }
      })
  }

  private func openConnections() -> [Connection] {
    state.withLock { Array($0.connections.values) }
  }

  // MARK: The watch

  /// Looks at all connections now and then, for heads that take too long.
  private func startWatch() -> Task<Void, Never> {
    let tick = max(
      Tuning.shortestWatch,
      min(Tuning.longestWatch, options.headerTimeout / Tuning.watchesPerHeaderTimeout))
    let patience = ConnectionStateMachine.Patience(
      head: Int(clamping: Int64((options.headerTimeout / tick).rounded(.up))),
      idle: Int(clamping: Int64((options.idleTimeout / tick).rounded(.up))),
      bodyBytes: Int((Double(options.leastBodyRate) * (tick / .seconds(1))).rounded(.down)),
      stalled: max(1, Int(clamping: Int64((Tuning.stalledAtStop / tick).rounded(.up)))))
    return Task { [self] in
      while (try? await options.clock.sleep(for: tick)) != nil {
        for connection in openConnections() {
          connection.tick(patience, isStopping: stopping.isSet)
        }
        let waiting = state.withLock { state in
          state.machine.resumeAccepting() ? state.acceptor : nil
        }
        waiting?.resume()
      }
    }
  }
}
