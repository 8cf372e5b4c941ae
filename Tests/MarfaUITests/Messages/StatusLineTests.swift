import Foundation
import Marfa
import MarfaUI
import Resilience
import Testing

@Suite("A status in one line")
struct StatusLineTests {
  private static let now = Date(timeIntervalSince1970: 1_000_000)

  private func text(_ status: SyncStatus, _ language: MessageLanguage = .english) -> String {
    StatusLine(status).text(now: Self.now, in: language)
  }

  @Test("each connection has its words in both languages")
  func connections() {
    let rows: [(SyncStatus.Connection, String, String)] = [
      (.local, "On this device only", "Solo su questo dispositivo"),
      (.connecting, "Connecting", "Connessione in corso"), (.online, "Up to date", "Aggiornato"),
      (.offline(since: Self.now), "Offline", "Non in linea"),
      (.offline(since: Self.now - 61), "Offline for 1 minute", "Non in linea da 1 minuto"),
      (.offline(since: Self.now - 7_200), "Offline for 120 minutes", "Non in linea da 120 minuti"),
      (.offline(since: Self.now + 500), "Offline", "Non in linea"),
      (
        .offline(since: .distantPast), "Offline for 1000000 minutes",
        "Non in linea da 1000000 minuti"
      ),
      (
        .stopped(.storageFull(message: "x")),
        "This device is out of space. Free some; your changes are kept.",
        "Lo spazio su questo dispositivo è esaurito. Liberane un po'; le modifiche sono salve."
      ),
    ]
    for (connection, english, italian) in rows {
      #expect(text(SyncStatus(connection: connection)) == english)
      #expect(text(SyncStatus(connection: connection), .italian) == italian)
      #expect(!StatusLine(SyncStatus(connection: connection)).symbol.isEmpty)
    }
  }

  @Test("what waits is counted, in the singular and the plural")
  func counts() {
    var status = SyncStatus(connection: .online, pending: 1, attention: 1)
    #expect(text(status) == "Up to date · 1 change waiting · 1 change needs you")
    #expect(
      text(status, .italian) == "Aggiornato · 1 modifica in attesa · 1 modifica richiede te")
    // What is stuck is pending too, and said once.
    status.stuck = 1
    #expect(text(status) == "Up to date · 1 change needs you")
    status.stuck = 0
    status.pending = 12
    status.attention = 2
    status.progress = SyncProgress(items: 400)
    #expect(text(status) == "Up to date · 400 loaded · 12 changes waiting · 2 changes need you")
    #expect(StatusLine(status).symbol == "exclamationmark.circle")
  }
}
