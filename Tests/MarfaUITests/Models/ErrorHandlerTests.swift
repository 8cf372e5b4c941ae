import Foundation
import Marfa
import MarfaUI
import Resilience
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@MainActor @Suite("The handler of sync errors", .timeLimit(.minutes(1)))
struct ErrorHandlerTests {
  private static let refusal = MarfaError.validation(code: "x", message: "Too long.")
  private static let full = MarfaError.storageFull(message: "No space.")

  /// Errors that say only that there is no connection now.
  private nonisolated static let passing: [any Error] = [
    MarfaError.network(message: "Gone."), MarfaError.server(status: 503, code: "", message: ""),
    MarfaError.rateLimited(code: "", message: "", retryAfterSeconds: 3),
    URLError(.notConnectedToInternet), URLError(.timedOut), POSIXError(.ETIMEDOUT),
    POSIXError(.ECONNREFUSED), NetworkError.timeout,
  ]

  @Test(
    "the handler installs itself, and holds what the manager tells with its session (R223–R226)")
  func installs() async throws {
    let bench = try await UIBench()
    #expect(bench.manager.errorHandler == nil)
    let handler = ErrorHandler(manager: bench.manager)
    #expect(handler.error == nil && handler.text == "")
    bench.tell(Self.full, .catchingUp)
    await observed { handler.error != nil }
    #expect(handler.error as? MarfaError == Self.full && handler.session?.phase == .catchingUp)
    // Without a catalog the error speaks for itself (R238).
    #expect(handler.text == "No space." && handler.title == "Error")
    handler.dismiss()
    #expect(handler.error == nil && handler.session == nil && handler.text == "")
    await bench.close()
  }

  @Test(
    "a lost connection or a time limit is never an error, wherever it comes from (R227–R229)",
    arguments: passing.indices)
  func passes(_ index: Int) async throws {
    let bench = try await UIBench()
    let handler = ErrorHandler(manager: bench.manager)
    handler.report(Self.passing[index])
    handler.report(CancellationError())
    handler.report(MarfaError.canceled(message: ""))
    #expect(handler.error == nil)
    await bench.close()
  }

  @Test("anything else of the system is an error like any other (R231)")
  func system() async throws {
    let bench = try await UIBench()
    let handler = ErrorHandler(manager: bench.manager)
    handler.report(POSIXError(.EACCES))
    #expect((handler.error as? POSIXError)?.code == .EACCES && handler.session == nil)
    await bench.close()
  }

  @Test("the same failure is held once until it is dismissed; another one takes its place")
  func once() async throws {
    let bench = try await UIBench()
    let handler = ErrorHandler(manager: bench.manager)
    handler.report(Self.refusal)
    handler.report(MarfaError.validation(code: "y", message: "Also too long."))
    #expect(handler.text == "Too long.")
    handler.report(Self.full)
    #expect(handler.text == "No space.")
    handler.dismiss()
    handler.report(Self.refusal)
    #expect(handler.text == "Too long.")
    await bench.close()
  }

  @Test("an error about one write never hides one about the whole copy")
  func severity() async throws {
    let bench = try await UIBench()
    let handler = ErrorHandler(manager: bench.manager)
    bench.tell(Self.refusal, writes: ["w1"])
    await observed { handler.error != nil }
    #expect(handler.session?.writes == ["w1"])
    bench.tell(Self.full, .catchingUp)
    await observed { handler.error as? MarfaError == Self.full }
    bench.tell(Self.refusal, writes: ["w2"])
    bench.tell(MarfaError.forbidden(code: "", message: "No."), .catchingUp)
    await observed { handler.text == "No." }
    #expect(handler.session?.writes == [])
    await bench.close()
  }

  @Test("with a catalog the words are the catalog's, in its language")
  func words() async throws {
    let bench = try await UIBench()
    let handler = ErrorHandler(
      manager: bench.manager, messages: SyncMessages.catalog(.italian))
    handler.report(MarfaError.signedOut(origin: "https://x.example", message: "Signed out."))
    #expect(handler.title == "Accedi di nuovo")
    #expect(handler.text.hasPrefix("L'accesso è terminato."))
    await bench.close()
  }

  @Test("a manager that can't reach its server moves the connection and tells no error (R240)")
  func offline() async throws {
    let bench = try await UIBench(server: UIBench.nobody())
    let handler = ErrorHandler(manager: bench.manager)
    let status = SyncStatusModel(manager: bench.manager)
    try await bench.note("A")
    bench.manager.start()
    await observed {
      if case .offline = handler.connection, status.pending == 1 { true } else { false }
    }
    await observed {
      status.lastError?.isTransient == true && status.connection == handler.connection
    }
    #expect(handler.error == nil && status.lastSynced == nil && status.attention == 0)
    await bench.close()
  }

  @Test("a handler that is let go is released, and the manager goes on")
  func letGo() async throws {
    let bench = try await UIBench()
    weak var released: ErrorHandler?
    do {
      let handler = ErrorHandler(manager: bench.manager)
      released = handler
      bench.tell(Self.full)
      await observed { handler.error != nil }
    }
    while released != nil { await Task.yield() }
    #expect(released == nil)
    bench.tell(Self.full)
    await bench.close()
  }
}
