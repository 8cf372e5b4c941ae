import MarfaModel
import Resilience
import Testing

@testable import MarfaCLI

@Suite("Exit statuses")
struct ExitStatusTests {
  static let remedies: [(Remedy, Int32)] = [
    (.wait(nil), 3), (.wait(.seconds(5)), 3), (.network, 3), (.newKey, 5), (.hydrate, 4),
    (.grant, 1), (.reread, 1), (.fixInput, 1), (.checkAddress, 1), (.update, 1), (.freeSpace, 4),
    (.confirm, 4), (.reopen, 4), (.nothing, 1),
  ]

  @Test("every remedy has its status", arguments: remedies)
  func remedy(_ remedy: Remedy, _ status: Int32) {
    #expect(ExitStatus(remedy).rawValue == status)
  }

  @Test("every error has the status of its remedy; a cancelled one may go through later (R9)")
  func errors() {
    for kind in MarfaErrorKind.allCases {
      let error = ErrorReference.example(of: kind)
      let expected: ExitStatus = kind == .canceled ? .later : ExitStatus(error.remedy)
      #expect(ExitStatus(error) == expected)
    }
    #expect(ExitStatus(.server(status: 409, code: "", message: "")) == .refused)
    #expect(ExitStatus(.server(status: 503, code: "", message: "")) == .later)
    #expect(ExitStatus(.server(status: 418, code: "", message: "")) == .refused)
  }

  @Test("a server that was stopped ends with 0, and with 1 when it had to cut a request")
  func stopped() async {
    let said = Lock("")
    let console = Console(
      isJSON: false, out: { _ in }, err: { text in said.withLock { $0 += text } })
    #expect(await ServeCommand.ended(isClean: true, console).rawValue == 0)
    #expect(said.withLock { $0 }.isEmpty)
    #expect(await ServeCommand.ended(isClean: false, console).rawValue == 1)
    #expect(said.withLock { $0 }.contains("was cut without its answer"))
  }

  @Test("a failure keeps the error's code and sentence, and hints at what heals it")
  func failures() {
    let failure = CommandFailure(.network(message: "The server can't be reached."))
    #expect(failure.code == "network" && failure.status == .later)
    #expect(failure.message == "The server can't be reached.")
    #expect(failure.hint?.contains("marfa serve") == true)
    let wait = CommandFailure(
      .rateLimited(code: "rate_limited", message: "", retryAfterSeconds: 7))
    #expect(wait.hint == "Try again in 7 s.")
    let unknown = CommandFailure(any: CancellationError())
    #expect(unknown.status == .later && unknown.code == "canceled")
  }

  @Test("the JSON of a failure has its members in a fixed order")
  func json() {
    let failure = CommandFailure(.copy, code: "c", "m", hint: "h")
    #expect(
      JSONValue.object(failure.json).description
        == #"{"error":{"code":"c","message":"m","hint":"h","exit_status":4}}"#)
  }
}
