import Marfa
import MarfaUI
import Testing

@MainActor @Suite("What an app offers with an error")
struct SyncErrorActionsTests {
  @Test("each remedy that a person can act on at once has its step, and no other one has (R236)")
  func steps() {
    let errors: [(MarfaError, HelpingStep?)] = [
      (.unauthorized(code: "", message: ""), .signIn),
      (.signedOut(origin: "", message: ""), .signIn),
      (.copyExpired(reason: "", message: ""), .loadAgain),
      (.wrongServer(expected: "", got: "", message: ""), .openSettings),
      (.storageFull(message: ""), .freeSpace), (.network(message: ""), nil),
      (.forbidden(code: "", message: ""), nil), (.decoding(message: ""), nil),
      (.closed(message: ""), nil),
    ]
    let all = SyncErrorActions(
      signIn: {}, loadAgain: {}, openSettings: {}, freeSpace: {})
    for (error, step) in errors {
      #expect(all.step(for: error)?.step == step, "\(error)")
      #expect(SyncErrorActions().step(for: error) == nil)
    }
    #expect(all.step(for: nil) == nil)
  }

  @Test("the step runs what the app gave for it")
  func runs() {
    var ran: [String] = []
    let actions = SyncErrorActions(
      signIn: { ran.append("sign in") }, freeSpace: { ran.append("space") })
    actions.step(for: MarfaError.storageFull(message: ""))?.run()
    actions.step(for: MarfaError.signedOut(origin: "", message: ""))?.run()
    #expect(ran == ["space", "sign in"])
  }
}
