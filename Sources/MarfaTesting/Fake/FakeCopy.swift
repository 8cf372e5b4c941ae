#if DEBUG
  import Marfa

  /// A working copy in memory, with switches in the place of a server.
  ///
  /// ``copy`` is the shipping class over the shipping engine: its checks, its search, its queue and
  /// its changes are those of the app. Only the server's part is scripted. What the fake could not
  /// answer exactly as a real copy does, it refuses with ``FakeCopyError/unsupported(call:)``
  /// before anything changes.
  ///
  /// ```swift
  /// let fake = WorkingCopy.fake(items: [note], itemTypes: [noteType])
  /// fake.verdict = { _ in .refused(Refusal(reason: "forbidden", code: "forbidden")) }
  /// let model = NotesModel(copy: fake.copy)
  /// ```
  ///
  /// Scripts are called one at a time, off the main actor, with no lock held.
  public final class FakeCopy: Sendable {
    /// Answers what the server makes of a write; `nil` leaves it without an answer.
    public typealias VerdictScript = @Sendable (_ write: QueuedWrite) -> Verdict?

    /// Answers how an item is shown.
    public typealias DisplayScript = @Sendable (_ item: Item) -> ItemDisplay
    /// Answers what a link could name that stands in the body of an item.
    public typealias LinkScript = @Sendable (_ target: String, _ itemId: String) -> LinkCandidates

    /// The copy to hand to the code under test or to a preview.
    public let copy: WorkingCopy
    private let server: FakeServer

    init(copy: WorkingCopy, server: FakeServer) {
      self.copy = copy
      self.server = server
    }

    /// Decides what a drain learns of each write. Unless set, every write is accepted.
    ///
    /// `nil` is a server that can't be reached: that write and all behind it stay unanswered. A
    /// blocked `credentialRefused` that names no grant is a refused key, and parks the whole queue;
    /// with the code `forbidden`, for a create that names a source, it is a source that the key may
    /// not write as, and holds back that write alone.
    /// A write that has its verdict is not asked again.
    public var verdict: VerdictScript {
      get { server.verdict }
      set { server.verdict = newValue }
    }

    /// Decides what `items.displays(for:)` and `displays(of:)` answer, once for each item.
    ///
    /// Unless set, both calls are refused: the fake works no name out from a type's hints.
    public var displays: DisplayScript? {
      get { server.displays }
      set { server.displays = newValue }
    }

    /// Decides what `items.linkCandidates(of:in:)` answers for each target.
    ///
    /// Unless set, the call is refused. The target of what it answers is replaced by the one asked.
    public var linkCandidates: LinkScript? {
      get { server.linkCandidates }
      set { server.linkCandidates = newValue }
    }

    /// Every write that the copy received, in order, with its verdict now.
    ///
    /// Writes that were cleared from the queue are still listed, as they last stood.
    public var writes: [QueuedWrite] { server.writes }

    /// Tells every `changes()` stream a change, as if the copy had made it. No data is changed.
    public func send(_ change: Change) { copy.tell(change) }

    /// Delivers an update to every `updates()` sequence that was taken before, as it is.
    ///
    /// Left alone a fake reports `.local`, having no server, and stays there.
    public func sendUpdate(_ update: CopyUpdate) { copy.tell(update) }
  }
#endif
