/// One request from its head to its end: who is at work on it, and who may touch its connection.
///
/// The network thread starts the handler. If the answer is there when the start returns, it is
/// queued at once; otherwise the connection is suspended, and the answer resumes it.
struct ExchangeStateMachine<Answer: Sendable>: Sendable {
  /// Where the request stands.
  enum State: Equatable {
    /// Head and body are coming in.
    case receiving
    /// The network thread is starting the handler.
    case starting
    /// The connection is suspended until the handler has answered.
    case suspended
    /// The connection was resumed; its thread will ask for the answer.
    case resumed
    /// The answer is being sent.
    case answering
    /// The library is done with the request.
    case over
  }

  /// What the network thread does next.
  enum Step: Sendable {
    case queue(Answer)
    /// Suspend the connection before anything else happens to this value.
    case suspend
    /// Close the connection without an answer.
    case cut
  }

  private(set) var state = State.receiving
  /// Whether a stop ran past its deadline: no answer is sent any more.
  private(set) var isAborted = false
  private var answer: Answer?

  /// The request is complete. Answers false if the handler must not start any more.
  mutating func requestComplete() -> Bool {
    guard state == .receiving, !isAborted else { return false }
    state = .starting
    return true
  }

  /// The start of the handler has returned on the network thread.
  mutating func handlerStarted() -> Step {
    guard state == .starting, !isAborted else { return .cut }
    guard let answer else {
      state = .suspended
      return .suspend
    }
    return queue(answer)
  }

  /// The library calls again for a request whose handler has started.
  mutating func calledAgain() -> Step {
    switch state {
    case .resumed:
      guard !isAborted, let answer else { return .cut }
      return queue(answer)
    case .receiving, .starting, .suspended, .answering, .over:
      // Not a call that the library makes in these states; the safe answer is to end.
      return .cut
    }
  }

  /// The handler has answered. Says whether the answer was taken, and whether to resume.
  mutating func answered(_ answer: Answer) -> (isTaken: Bool, resume: Bool) {
    guard !isAborted, self.answer == nil else { return (false, false) }
    switch state {
    case .starting:
      self.answer = answer
      return (true, false)
    case .suspended:
      self.answer = answer
      state = .resumed
      return (true, true)
    case .receiving, .resumed, .answering, .over:
      return (false, false)
    }
  }

  /// Whether a handler is at work, or its answer was not handed over yet.
  var isAtWork: Bool {
    switch state {
    case .starting, .suspended, .resumed: true
    case .receiving, .answering, .over: false
    }
  }

  /// A stop ran past its deadline. Says whether to resume, for the cut to happen.
  mutating func abort() -> Bool {
    isAborted = true
    switch state {
    case .suspended:
      state = .resumed
      return true
    case .receiving, .starting, .resumed, .answering, .over:
      return false
    }
  }

  /// The library is done with the request. Gives back an answer that was never queued.
  mutating func completed() -> Answer? {
    state = .over
    defer { answer = nil }
    return answer
  }

  private mutating func queue(_ answer: Answer) -> Step {
    self.answer = nil
    state = .answering
    return .queue(answer)
  }
}
