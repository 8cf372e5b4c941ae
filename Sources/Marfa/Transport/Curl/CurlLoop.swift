#if canImport(CCurl)
  import CCurl
  import Foundation
  import Resilience

  /// The thread that drives libcurl: every transfer of one transport, one multi handle.
  // Unchecked: `multi`, `transfers`, `spares` and `earliest` belong to the loop's thread; the
  // other threads only put commands into the locked mailbox and wake it.
  final class CurlLoop: @unchecked Sendable {
    enum Command: Sendable {
      case start(CurlTransfer)
      case abort(CurlTransfer)
      case letFlow(CurlTransfer)
    }

    private struct Mailbox {
      var commands: [Command] = []
      var isStarted = false
      var isStopping = false
      /// The multi handle is about to go: nobody may wake it any more.
      var isDeaf = false
      var hasStopped = false
      var whenStopped: [CheckedContinuation<Void, Never>] = []
    }

    private let clock: any WaitingClock
    private let multi: UnsafeMutableRawPointer?
    private let mailbox = Lock(Mailbox())
    private var transfers: [UnsafeMutableRawPointer: CurlTransfer] = [:]
    private var spares: [UnsafeMutableRawPointer] = []
    /// No transfer's deadline lies before this moment; `nil` when none has one.
    private var earliest: MonotonicInstant?

    init(clock: any WaitingClock) {
      self.clock = clock
      _ = Self.library
      multi = curl_multi_init()
      if let multi {
        _ = shim_multi_setopt_long(
          multi, CURLMOPT_MAXCONNECTS, TransportTuning.idleConnections)
      }
    }

    deinit {
      // The thread holds the loop, so it has ended, or was never begun and left all this to do.
      if let multi, !mailbox.withLock({ $0.isStarted }) { curl_multi_cleanup(multi) }
    }

    /// libcurl is set up once in a process, before any handle.
    private static let library = curl_global_init(Int(CURL_GLOBAL_DEFAULT))

    /// Hands a command to the thread, which is begun by the first one.
    ///
    /// - Throws: ``TransportError/local(_:)`` when the loop is stopped or could not be made.
    func submit(_ command: Command) throws(TransportError) {
      guard multi != nil else { throw .local(.resources) }
      let (isOpen, begins, wakes) = mailbox.withLock { mailbox in
        guard !mailbox.isStopping else { return (false, false, false) }
        mailbox.commands.append(command)
        defer { mailbox.isStarted = true }
        // Whoever put the first command there wakes the thread for all of them.
        return (true, !mailbox.isStarted, mailbox.commands.count == 1)
      }
      guard isOpen else { throw .local(.closed) }
      if begins {
        begin()
      } else if wakes {
        wake()
      }
    }

    /// Tells the thread to end; transfers under way fail as closed.
    func stop() {
      mailbox.withLock { $0.isStopping = true }
      wake()
    }

    private func wake() {
      guard let multi else { return }
      mailbox.withLock { mailbox in
        // Under the lock, so that the handle cannot go meanwhile; it is one write that never
        // blocks.
        if mailbox.isStarted, !mailbox.isDeaf { curl_multi_wakeup(multi) }
      }
    }

    /// Waits until the thread has ended and its connections are closed.
    func waitUntilStopped() async {
      await withCheckedContinuation { continuation in
        let isOver = mailbox.withLock { mailbox in
          if mailbox.hasStopped || !mailbox.isStarted { return true }
          mailbox.whenStopped.append(continuation)
          return false
        }
        if isOver { continuation.resume() }
      }
    }

    // MARK: On the thread

    private func begin() {
      let thread = Thread { self.run() }
      thread.name = "marfa.http"
      thread.start()
    }

    private func run() {
      guard let multi else { return }
      while true {
        let (commands, isStopping) = mailbox.withLock { mailbox in
          defer { mailbox.commands = [] }
          return (mailbox.commands, mailbox.isStopping)
        }
        commands.forEach(carryOut)
        if isStopping { break }
        var running: Int32 = 0
        guard curl_multi_perform(multi, &running) == CURLM_OK else {
          endAll(.local(.resources))
          continue
        }
        endFinished(multi)
        endExpired()
        curl_multi_poll(multi, nil, 0, pollMilliseconds(), nil)
      }
      endAll(.local(.closed))
      mailbox.withLock { $0.isDeaf = true }
      spares.forEach { curl_easy_cleanup($0) }
      spares = []
      // Closes the connections as well.
      curl_multi_cleanup(multi)
      let waiting = mailbox.withLock { mailbox in
        mailbox.hasStopped = true
        defer { mailbox.whenStopped = [] }
        return mailbox.whenStopped
      }
      waiting.forEach { $0.resume() }
    }

    private func carryOut(_ command: Command) {
      switch command {
      case .start(let transfer):
        start(transfer)
      case .abort(let transfer):
        guard let handle = transfer.handle else { return }
        remove(handle)
        transfer.release()
      case .letFlow(let transfer):
        guard let handle = transfer.handle else { return }
        curl_easy_pause(handle, CURLPAUSE_CONT)
      }
    }

    private func start(_ transfer: CurlTransfer) {
      // Given up before it was begun: nothing is sent.
      guard !transfer.exchange.isOver else { return }
      guard let multi, let handle = spares.popLast() ?? curl_easy_init() else {
        return transfer.end(.local(.resources))
      }
      do {
        try transfer.prepare(handle)
      } catch {
        spares.append(handle)
        return transfer.end(error)
      }
      guard curl_multi_add_handle(multi, handle) == CURLM_OK else {
        curl_easy_cleanup(handle)
        return transfer.end(.local(.resources))
      }
      transfers[handle] = transfer
    }

    private func endFinished(_ multi: UnsafeMutableRawPointer) {
      var left: Int32 = 0
      while let message = curl_multi_info_read(multi, &left) {
        guard message.pointee.msg == CURLMSG_DONE, let handle = message.pointee.easy_handle,
          let transfer = transfers[handle]
        else { continue }
        // The message is gone once the handle is taken out, so it is read first.
        let failure = CurlCode.failure(message.pointee.data.result, phase: transfer.timer.phase)
        remove(handle)
        transfer.end(failure)
      }
    }

    private func endExpired() {
      let now = clock.now
      earliest = nil
      for (handle, transfer) in transfers {
        if let failure = transfer.timer.expiry(now: now) {
          remove(handle)
          transfer.end(failure)
        } else if let deadline = transfer.timer.deadline {
          earliest = min(earliest ?? deadline, deadline)
        }
      }
    }

    private func endAll(_ failure: TransportError) {
      for (handle, transfer) in transfers {
        remove(handle)
        transfer.end(failure)
      }
    }

    private func remove(_ handle: UnsafeMutableRawPointer) {
      transfers[handle] = nil
      if let multi { curl_multi_remove_handle(multi, handle) }
      if spares.count < TransportTuning.spareHandles {
        curl_easy_reset(handle)
        spares.append(handle)
      } else {
        curl_easy_cleanup(handle)
      }
    }

    /// How long to sleep, rounded up so that a deadline has passed when it ends.
    private func pollMilliseconds() -> Int32 {
      guard let earliest else { return TransportTuning.idlePollMilliseconds }
      let left = clock.now.duration(to: earliest).wholeMilliseconds + 1
      return Int32(min(max(left, 0), Int64(TransportTuning.idlePollMilliseconds)))
    }
  }
#endif
