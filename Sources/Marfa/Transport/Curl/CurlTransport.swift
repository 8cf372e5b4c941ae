#if canImport(CCurl)
  import Resilience

  /// The transport on Linux: libcurl's multi interface on a thread of its own.
  ///
  /// Connections are kept and used again; HTTP/2 is spoken where TLS agrees on it. A proxy is
  /// taken from the environment (`http_proxy`, `https_proxy`, `no_proxy`), never for this machine.
  /// Certificates are checked against the system's store; TLS is 1.2 or later.
  ///
  /// A request that is not safe to repeat (a `POST` or `PATCH` without `Idempotency-Key`) goes
  /// out on a new connection, because on a kept one it could be lost and sent twice.
  public final class CurlTransport: HTTPTransport {
    private let loop: CurlLoop
    private let clock: any WaitingClock

    /// Makes a transport; its thread begins with the first request.
    ///
    /// - Parameter clock: what measures how long the head and the body of an answer take.
    public init(clock: any WaitingClock = SystemClock()) {
      self.clock = clock
      loop = CurlLoop(clock: clock)
    }

    deinit {
      loop.stop()
    }

    /// Sends a request and reads the answer whole.
    public func send(_ request: TransportRequest) async throws -> TransportResponse {
      let exchange = Exchange(mode: .whole(limit: request.maxBodyBytes))
      return try await response(request, exchange)
    }

    /// Sends a request and returns once the head of the answer is there.
    public func stream(_ request: TransportRequest) async throws -> TransportStream {
      let exchange = Exchange(mode: .stream(highWater: TransportTuning.streamHighWater))
      let head = try await response(request, exchange).head
      return TransportStream(head: head, exchange: exchange)
    }

    /// Ends it and waits until its thread is gone and its connections are closed.
    public func close() async {
      loop.stop()
      await loop.waitUntilStopped()
    }

    private func response(
      _ request: TransportRequest, _ exchange: Exchange
    ) async throws -> TransportResponse {
      let transfer = CurlTransfer(
        request, address: try request.checked(), exchange: exchange, clock: clock)
      let loop = loop
      // When the loop is stopped there is nothing left to abort or to let flow.
      exchange.attach(
        Exchange.Wire(
          abort: { try? loop.submit(.abort(transfer)) },
          letFlow: { try? loop.submit(.letFlow(transfer)) }))
      return try await exchange.response { () throws(TransportError) in
        try loop.submit(.start(transfer))
      }
    }
  }
#endif
