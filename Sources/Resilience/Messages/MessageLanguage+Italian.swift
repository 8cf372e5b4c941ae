extension MessageLanguage {
  /// The sentences in Italian; those of the printed samples are among them word for word.
  public static let italian = MessageLanguage(code: "it") { kind in
    switch kind {
    case .queryTooShort:
      PresentedMessage(title: "Troppo corto", text: "Inserisci almeno due caratteri.")
    case .tooManyRequests:
      PresentedMessage(
        title: "Un momento", text: "Troppe richieste. Riprova tra poco.", action: "Riprova")
    case .unreachable:
      PresentedMessage(
        title: "Nessuna connessione",
        text: "Il server non è raggiungibile. Controlla la connessione e riprova.",
        action: "Riprova")
    case .tooSlow:
      PresentedMessage(
        title: "Nessuna risposta",
        text: "Il server ha impiegato troppo tempo a rispondere. Riprova.", action: "Riprova")
    case .serverTrouble:
      PresentedMessage(
        title: "Problema del server", text: "Il server ha un problema. Riprova tra poco.",
        action: "Riprova")
    case .notFound:
      PresentedMessage(title: "Non trovato", text: "Quello che cerchi non c'è più.")
    case .notAllowed:
      PresentedMessage(
        title: "Non consentito", text: "Il server non ti permette di vederlo. Accedi di nuovo.",
        action: "Accedi")
    case .unreadable:
      PresentedMessage(
        title: "Risposta illeggibile",
        text: "La risposta non è leggibile. Riprova, o cerca un aggiornamento.",
        action: "Riprova")
    case .nothingKept:
      PresentedMessage(
        title: "Niente in memoria", text: "Senza connessione non c'è niente da mostrare.")
    case .general:
      PresentedMessage(title: "Ci dispiace", text: "Qualcosa è andato storto.")
    }
  }
}
