import MarfaEngine
import MarfaModel
import Resilience

/// The way of a drain to the server: it reports what came, and judges nothing.
struct CopyDrainLine: DrainLine {
  let bench: SyncBench
  /// Where the bytes of uploads are.
  let blobs: BlobCache?

  var address: String { bench.line.origin.text }

  func confirmInstance() async -> DrainStateMachine.Instance {
    do {
      try await bench.confirmInstance(try await bench.meta())
      return .confirmed
    } catch {
      let error = MarfaError(storing: error)
      guard error.isTransient else { return .failed(error) }
      return .unavailable(why: error.message, retryAfter: asked(error))
    }
  }

  func send(_ request: WriteRequest) async -> SendOutcome {
    var wire = bench.line.request(request.method, "")
    wire.url = bench.line.origin.text + request.target
    // The credential stays; everything else is the write's own.
    wire.headers = wire.headers.filter { $0.name == "Authorization" } + request.headers
    switch request.body {
    case .json(let text): wire.body = .bytes(Array(text.utf8))
    case .blob(let hash, _):
      guard let file = BlobHash(hash).flatMap({ blobs?.file(of: $0) }) else {
        return .bytesGone(hash: hash)
      }
      wire.body = .file(file)
    }
    let response: TransportResponse
    do {
      response = try await bench.line.exchange(wire)
    } catch TransportError.notBuildable(let reason) {
      return .unmade(why: "\(TransportError.notBuildable(reason))")
    } catch TransportError.local(let failure) {
      return .unmade(why: "\(TransportError.local(failure))")
    } catch {
      return .unreachable(MarfaError(storing: ServerLine.failure(error)))
    }
    let head = response.head
    let contract = ContractCheck(head)
    return .answered(
      WriteAnswer(
        status: head.status, contract: contract,
        replayed: head.headers["Idempotency-Replayed"] == "true",
        retryAfter: bench.line.retryAfter(head),
        location: head.headers["Location"].map(bench.line.blotted),
        body: contract == .ours ? try? JSONValue(bytes: response.body) : nil))
  }

  func read(_ read: OwedRead) async -> DrainLineRead {
    do {
      switch read.subject {
      case .item(let id):
        let cursor = try await bench.meta().cursor
        guard let row = try await bench.reads.item(id) else {
          return .answered(try await bench.reads.isBinned(id) ? .binned : .gone)
        }
        return .answered(
          .item(row.item, tagged: true, edges: ReadEdges(edges: row.edges, cursor: cursor)))
      case .edge(let id):
        guard let edge = try await bench.reads.edge(id) else { return .answered(.gone) }
        return .answered(.edge(edge))
      case .none: return .failed
      }
    } catch {
      return meaning(MarfaError(storing: error), of: read)
    }
  }

  /// How long the server asked to be left alone.
  private func asked(_ error: MarfaError) -> Duration? {
    let wait = max(error.retryAfter ?? .zero, bench.line.pause.left(at: bench.clock.now))
    return wait > .zero ? wait : nil
  }

  private func meaning(_ error: MarfaError, of read: OwedRead) -> DrainLineRead {
    if error.isTransient { return .unavailable(why: error.message, retryAfter: asked(error)) }
    if error.refusesKey { return .keyRefused }
    switch error {
    case .contractMismatch, .redirected: return .ended(error)
    // It is there, and another key may read it: what waits to be moved onto it goes on waiting.
    case .forbidden where read.landing != nil: return .failed
    // A row that the key may not read is as good as gone for this copy.
    case .forbidden, .validation(code: "invalid_id", _): return .answered(.gone)
    default: return .failed
    }
  }
}
