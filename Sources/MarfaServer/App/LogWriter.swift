import Dispatch
import Foundation
import Resilience

/// Writes lines to a file descriptor on a thread of its own.
///
/// Whoever hands a line over never waits for whoever reads the log: lines that come while one is
/// being written gather and go out together, and while the reader stands still they are dropped
/// beyond a bound. How many were is written when it goes on.
final class LogWriter: Sendable {
  private struct State {
    var waiting: [UInt8] = []
    var dropped = 0
    var isWriting = false
    var isClosed = false
  }

  private enum Step {
    case write([UInt8])
    case rest
    case end
  }

  private let descriptor: Int32
  private let bound: Int
  private let state = Lock(State())
  private let wake = ThreadSignal()
  private let hurry = ThreadSignal()
  private let ended = ThreadSignal()

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - descriptor: an open descriptor, which stays open.
  ///   - bound: how many bytes may wait.
  init(_ descriptor: Int32, bound: Int = Tuning.logBacklogBytes) {
    self.descriptor = descriptor
    self.bound = bound
    let thread = Thread { [self] in run() }
    thread.name = "marfa.server.log"
    thread.start()
  }

  /// Hands over a line, its newline included.
  func write(_ line: [UInt8]) {
    let (isFirst, isUrgent) = state.withLock { state in
      guard !state.isClosed, state.waiting.count + line.count <= bound else {
        state.dropped += 1
        return (false, false)
      }
      let isAmple = state.waiting.count < bound / 2
      state.waiting.append(contentsOf: line)
      defer { state.isWriting = true }
      // What fills half of the room must not gather any longer.
      return (!state.isWriting, isAmple && state.waiting.count >= bound / 2)
    }
    if isFirst { wake.signal() }
    if isUrgent { hurry.signal() }
  }

  /// Ends the thread after what waits was written, but waits no longer than a while for that.
  func close(within time: Duration = Tuning.logFlush) async {
    let isFirst = state.withLock { state in
      defer { state.isClosed = true }
      return !state.isClosed
    }
    guard isFirst else { return }
    wake.signal()
    hurry.signal()
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { [ended] in
        ended.wait(upTo: time)
        continuation.resume()
      }
    }
  }

  private func run() {
    Self.blockWriteSignals()
    while true {
      switch state.withLock({ Self.next(&$0) }) {
      case .write(let bytes):
        if !put(bytes) { state.withLock { $0.dropped += bytes.count { $0 == Self.newline } } }
        // Under load there is a next line already: one write for each would be a call of the
        // system for each request.
        if !state.withLock({ $0.isClosed }) { hurry.wait(upTo: Tuning.logGathering) }
      case .rest:
        wake.wait()
        // Waking for each line would cost more than making it: those of a moment go together.
        hurry.wait(upTo: Tuning.logGathering)
      case .end:
        ended.signal()
        return
      }
    }
  }

  private static func next(_ state: inout State) -> Step {
    guard state.waiting.isEmpty else {
      var bytes: [UInt8] = []
      if state.dropped > 0 {
        bytes = Array("{\"log\":\"lines were dropped\",\"count\":\(state.dropped)}\n".utf8)
        state.dropped = 0
      }
      bytes += state.waiting
      state.waiting.removeAll(keepingCapacity: true)
      return .write(bytes)
    }
    state.isWriting = false
    return state.isClosed ? .end : .rest
  }

  /// Answers false when the descriptor takes no more; what is left is given up then.
  private func put(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  private static let newline = UInt8(ascii: "\n")

  /// A reader that has gone makes writing fail; without this it would end the whole process.
  private static func blockWriteSignals() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    // A log that has reached the limit on the length of files, likewise.
    sigaddset(&signals, SIGXFSZ)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }
}
