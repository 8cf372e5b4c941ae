import Foundation
import Marfa
import MarfaUI
import Resilience
import Testing

@Suite("What a person reads")
struct SyncMessagesTests {
  @Test("the samples hold every case")
  func samples() {
    #expect(Set(ErrorSamples.all.map(MarfaErrorKind.init)) == Set(MarfaErrorKind.allCases))
  }

  @Test(
    "every error has a title and at most two sentences, without a code or a word of machines (R211)",
    arguments: ErrorSamples.all, MessageLanguage.all.map(\.code))
  func tone(_ error: MarfaError, _ code: String) {
    let shown = SyncMessages.message(for: error, in: .best(for: [code]))
    #expect(!shown.title.isEmpty && shown.title.count <= 30 && !shown.title.hasSuffix("."))
    #expect(shown.text.hasSuffix(".") && shown.text.count <= 110, "\(shown.text)")
    #expect(shown.text.first?.isUppercase == true)
    #expect(shown.text.count { $0 == "." } <= 2)
    #expect(!shown.text.contains { $0.isNumber || "_/{}<>".contains($0) })
    let words = shown.text.lowercased().split { !$0.isLetter }
    for machine in [
      "error", "errore", "http", "cursor", "catalog", "copy", "hydration", "hydrate", "queue",
      "null", "status", "code", "slice", "token", "key", "stream", "sync", "database",
    ] {
      #expect(!words.contains(Substring(machine)) || machine == "sync", "\(shown.text)")
    }
  }

  @Test("the two languages say different things, and a third one is answered in English")
  func languages() {
    for error in ErrorSamples.all {
      let english = SyncMessages.message(for: error, in: .english)
      #expect(english != SyncMessages.message(for: error, in: .italian))
      let other = MessageLanguage(code: "fr") { _ in
        ""
      } sentence: { _ in
        ("", "")
      }
      #expect(english == SyncMessages.message(for: error, in: other))
    }
  }

  @Test("what is kept is said where a person may fear for it")
  func kept() {
    for error in [
      MarfaError.unauthorized(code: "", message: ""), .signedOut(origin: "", message: ""),
      .copyExpired(reason: "", message: ""), .storageFull(message: ""),
      .contractMismatch(served: nil, expected: 0, status: nil, writeSent: true, message: ""),
    ] {
      #expect(SyncMessages.message(for: error, in: .english).text.contains("changes are kept"))
      #expect(SyncMessages.message(for: error, in: .italian).text.contains("modifiche sono salve"))
    }
  }

  @Test("the catalog answers for all errors, and shows nothing of a cancellation (R204)")
  func catalog() {
    let catalog = SyncMessages.catalog(.italian)
    #expect(catalog.message(for: MarfaError.canceled(message: "")) == nil)
    #expect(
      catalog.message(for: MarfaError.storageFull(message: "disk0s2 full"))?.action
        == "Libera spazio")
    #expect(catalog.message(for: NetworkError.timeout)?.title == "Nessuna risposta")
  }
}
