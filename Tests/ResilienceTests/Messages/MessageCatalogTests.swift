import Foundation
import Resilience
import Testing

@Suite("MessageCatalog") struct MessageCatalogTests {
  private enum SearchError: Error {
    case queryTooShort
  }

  private struct Strange: Error, CustomStringConvertible {
    let description = "SQLITE_IOERR at /var/db"
  }

  private struct CalledOff: CancellationConveying {
    let conveysCancellation: Bool
  }

  private let italian = MessageCatalog(.italian).adding(for: SearchError.self) { error, language in
    switch error {
    case .queryTooShort: language[.queryTooShort]
    }
  }

  @Test("a short query, 429 and the unknown have the seed's sentences (R199-R202, R218)")
  func seed() {
    #expect(
      italian.message(for: SearchError.queryTooShort)?.text == "Inserisci almeno due caratteri.")
    #expect(
      italian.message(for: NetworkError.statusCode(429))?.text
        == "Troppe richieste. Riprova tra poco.")
    #expect(italian.message(for: Strange())?.text == "Qualcosa è andato storto.")
  }

  @Test("no message repeats what an error says of itself, in any language (R153, R155)")
  func nothingRaw() {
    for language in MessageLanguage.all {
      let general = MessageCatalog(language).message(for: Strange())
      #expect(general == language[.general])
      for text in [general?.title, general?.text, general?.action] {
        #expect(text?.contains("SQLITE") != true && text?.contains("/var") != true)
      }
    }
  }

  @Test(
    "what helps is the same in every language, each with a word of its own",
    arguments: MessageKind.allCases)
  func actions(_ kind: MessageKind) {
    let words = MessageLanguage.all.map { $0[kind].action }
    #expect(words.allSatisfy { ($0 != nil) == (kind.action != nil) })
    if kind.action != nil { #expect(Set(words).count == words.count) }
  }

  @Test("cancellation is not shown, even when a rule would (R204)")
  func cancellation() {
    let loud = italian.adding { _, language in language[.general] }
    for error in [
      CancellationError(), URLError(.cancelled), CalledOff(conveysCancellation: true),
    ] as [any Error] {
      #expect(loud.message(for: error) == nil)
    }
    #expect(loud.message(for: CalledOff(conveysCancellation: false)) != nil)
  }

  @Test(
    "each technical error comes down to a kind of message (R150, R155, R210)",
    arguments: [
      (NetworkError.statusCode(401), MessageKind.notAllowed), (.statusCode(403), .notAllowed),
      (.statusCode(404), .notFound), (.statusCode(410), .notFound), (.statusCode(408), .tooSlow),
      (.statusCode(429), .tooManyRequests), (.statusCode(500), .serverTrouble),
      (.statusCode(599), .serverTrouble), (.statusCode(600), .general),
      (.statusCode(425), .serverTrouble),
      (.statusCode(400), .general), (.transport, .unreachable), (.timeout, .tooSlow),
      (.decoding, .unreadable), (.invalidResponse, .unreadable), (.invalidURL, .general),
    ])
  func kinds(_ error: NetworkError, _ kind: MessageKind) {
    #expect(MessageCatalog().message(for: error) == MessageLanguage.english[kind])
  }

  @Test("an error that only gives advice is told by its advice")
  func advice() {
    let catalog = MessageCatalog()
    #expect(
      catalog.message(for: CircuitOpenError(retryAfter: .seconds(1)))
        == MessageLanguage.english[.serverTrouble])
    #expect(
      catalog.message(for: URLError(.notConnectedToInternet))
        == MessageLanguage.english[.unreachable])
    #expect(
      catalog.message(for: RetryAfterError(.statusCode(404), retryAfter: .seconds(1)))
        == MessageLanguage.english[.notFound])
    #expect(catalog.message(for: URLError(.timedOut)) == MessageLanguage.english[.tooSlow])
  }

  @Test("the rule added last is asked first, and one that says nothing passes it on")
  func rules() {
    let own = PresentedMessage(title: "T", text: "X.", action: "A")
    let catalog = italian.adding { error, _ in error is SearchError ? own : nil }
    #expect(catalog.message(for: SearchError.queryTooShort) == own)
    #expect(
      catalog.message(for: NetworkError.timeout)?.text == MessageLanguage.italian[.tooSlow].text)
  }

  @Test("a language says something of its own for every kind, in whole sentences (R203, R211)")
  func languages() {
    for kind in MessageKind.allCases {
      let texts = MessageLanguage.all.map { $0[kind].text }
      #expect(Set(texts).count == MessageLanguage.all.count)
      for text in texts { #expect(text.hasSuffix(".") && text.count < 120) }
      for title in MessageLanguage.all.map({ $0[kind].title }) {
        #expect(!title.hasSuffix(".") && !title.isEmpty)
      }
    }
  }

  @Test(
    "the first language that a person reads is taken, by its language alone",
    arguments: [
      (["it"], "it"), (["it_IT.UTF-8"], "it"), (["IT-ch"], "it"), (["de", "it", "en"], "it"),
      (["de"], "en"), ([], "en"), (["C"], "en"), ([""], "en"), (["en-GB", "it"], "en"),
    ])
  func best(_ codes: [String], _ expected: String) {
    #expect(MessageLanguage.best(for: codes).code == expected)
  }
}
