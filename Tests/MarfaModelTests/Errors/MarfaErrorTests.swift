import Foundation
import Testing

@testable import MarfaModel

@Suite("The one error")
struct MarfaErrorTests {
  /// One value of every case, and of `server` one for each status that matters.
  static let everyCase: [MarfaError] =
    [
      .notFound(code: "not_held", message: ""), .unauthorized(code: "unauthorized", message: ""),
      .forbidden(code: "forbidden", message: ""),
      .validation(code: "validation_error", message: ""), .unknownType(message: ""),
      .rateLimited(code: "rate_limited", message: "", retryAfterSeconds: 7),
      .network(message: ""), .unnamed(status: 502, message: ""),
      .redirected(origin: "https://a", status: 302, location: nil, message: ""),
      .decoding(message: ""),
      .contractMismatch(
        served: "1", expected: 0, status: 200, writeSent: false, message: ""),
      .signedOut(origin: "https://a", message: ""), .noServer(message: ""),
      .wrongServer(expected: "a", got: "b", message: ""),
      .streamIncomplete(reason: "server_stopping", message: ""),
      .hydrationIncomplete(message: ""), .noCursor(message: ""), .noCatalog(message: ""),
      .copyExpired(reason: "catchup_too_old", message: ""),
      .wrongSchema(path: "p", reason: "r", unsent: 3, message: ""),
      .readingHandle(message: ""), .invalid(message: ""), .canceled(message: ""),
      .closed(message: ""), .store(message: ""), .io(message: ""), .storageFull(message: ""),
      .bytesAbsent(hash: "h", reason: "r", message: ""), .noKeychain(message: ""),
      .firstSyncWaiting(message: ""),
      .embedIncomplete(attached: "i", cause: .validation(code: "c", message: "")),
    ]
    + [400, 408, 409, 413, 422, 425, 499, 500, 503, 599, 600].map {
      .server(status: $0, code: "c", message: "")
    }

  @Test("every case has an entry here")
  func coversEveryCase() {
    #expect(Set(Self.everyCase.map(MarfaErrorKind.init)) == Set(MarfaErrorKind.allCases))
  }

  @Test(
    "at most one of key refusal, transient and need to hydrate is true (R10)", arguments: everyCase)
  func classesExclude(_ error: MarfaError) {
    let classes = [error.refusesKey, error.isTransient, error.needsHydration]
    #expect(classes.filter(\.self).count <= 1)
  }

  @Test("forbidden is none of the three, since its key is valid (R11)")
  func forbiddenIsNone() {
    let error = MarfaError.forbidden(code: "forbidden", message: "")
    #expect(!error.refusesKey && !error.isTransient && !error.needsHydration)
    #expect(error.remedy == .grant)
  }

  @Test("only an error that passes by itself names a wait", arguments: everyCase)
  func onlyTransientWaits(_ error: MarfaError) {
    if error.retryAfter != nil { #expect(error.isTransient) }
  }

  @Test(
    "the four properties decide the next step without a list of cases (R9)", arguments: everyCase)
  func remedyFollows(_ error: MarfaError) {
    switch error.remedy {
    case .wait, .network: #expect(error.isTransient)
    case .newKey: #expect(error.refusesKey)
    case .hydrate: #expect(error.needsHydration)
    case .grant, .reread, .fixInput, .checkAddress, .update, .freeSpace, .confirm, .reopen,
      .nothing:
      #expect(!error.isTransient && !error.refusesKey && !error.needsHydration)
      #expect(error.retryAfter == nil)
    }
  }

  @Test(
    "a server's refusal is healed by its status",
    arguments: [
      (UInt16(408), Remedy.wait(nil)), (425, .wait(nil)), (500, .wait(nil)), (599, .wait(nil)),
      (409, .reread), (413, .fixInput), (422, .fixInput), (600, .nothing), (418, .nothing),
    ])
  func statusDecides(_ status: UInt16, _ remedy: Remedy) {
    #expect(MarfaError.server(status: status, code: "", message: "").remedy == remedy)
  }

  @Test("the wait of a rate limit is the server's, however long it is")
  func rateLimitWaits() {
    let error = MarfaError.rateLimited(code: "", message: "", retryAfterSeconds: 7)
    #expect(error.retryAfter == .seconds(7))
    let endless = MarfaError.rateLimited(code: "", message: "", retryAfterSeconds: .max)
    #expect(endless.retryAfter == .seconds(Int64.max))
  }

  @Test("every message is one or two plain sentences fit for a person (R5)", arguments: everyCase)
  func messagesAreSentences(_ error: MarfaError) {
    let text = error.message
    #expect(text.first?.isUppercase == true)
    #expect(text.hasSuffix("."))
    #expect(!text.contains("_") && !text.contains("Error") && text.count < 160)
    #expect(error.localizedDescription == text)
  }

  @Test("a message that was given is shown unchanged")
  func givenMessageIsKept() {
    let error = MarfaError.validation(code: "c", message: "The title is too long.")
    #expect(error.message == "The title is too long.")
  }

  @Test("each case has one stable word, and no two share it (R6)")
  func wordsAreDistinct() {
    let words = MarfaErrorKind.allCases.map(\.rawValue)
    #expect(Set(words).count == words.count)
    for word in words {
      #expect(word.allSatisfy { $0.isASCII && ($0.isLowercase || $0 == "_") })
    }
  }

  @Test("the word of the not-found case is not_found (R7)")
  func notFoundWord() {
    #expect(MarfaError.notFound(code: "trashed", message: "").code() == "not_found")
  }

  @Test("an embed that could not finish is healed as its cause is")
  func embedTakesCause() {
    let error = MarfaError.embedIncomplete(attached: "i", cause: .network(message: ""))
    #expect(error.remedy == .network)
    #expect(error.isTransient)
  }
}
