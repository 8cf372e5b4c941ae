/// The words of a status line in one language.
struct StatusWords: Sendable {
  let local: String
  let connecting: String
  let online: String
  /// Offline for so many minutes.
  let offline: @Sendable (Int) -> String
  /// So many items were loaded.
  let loaded: @Sendable (UInt64) -> String
  /// So many writes wait.
  let pending: @Sendable (UInt64) -> String
  /// So many writes wait for the person.
  let attention: @Sendable (UInt64) -> String

  static func of(_ code: String) -> StatusWords { code == "it" ? italian : english }

  private static let english = StatusWords(
    local: "On this device only", connecting: "Connecting", online: "Up to date",
    offline: { minutes in
      minutes == 0 ? "Offline" : "Offline for \(minutes) minute\(minutes == 1 ? "" : "s")"
    },
    loaded: { "\($0) loaded" },
    pending: { "\($0) change\($0 == 1 ? "" : "s") waiting" },
    attention: { "\($0) change\($0 == 1 ? " needs" : "s need") you" })

  private static let italian = StatusWords(
    local: "Solo su questo dispositivo", connecting: "Connessione in corso", online: "Aggiornato",
    offline: { minutes in
      minutes == 0 ? "Non in linea" : "Non in linea da \(minutes) minut\(minutes == 1 ? "o" : "i")"
    },
    loaded: { "\($0) caricati" },
    pending: { "\($0) modific\($0 == 1 ? "a" : "he") in attesa" },
    attention: { "\($0) modific\($0 == 1 ? "a richiede" : "he richiedono") te" })
}
