extension MessageLanguage {
  /// The sentences in Italian; those of the printed samples are among them word for word.
  public static let italian = MessageLanguage(code: "it") { action in
    switch action {
    case .tryAgain: "Riprova"
    case .signIn: "Accedi"
    }
  } sentence: { kind in
    switch kind {
    case .queryTooShort: ("Troppo corto", "Inserisci almeno due caratteri.")
    case .tooManyRequests: ("Un momento", "Troppe richieste. Riprova tra poco.")
    case .unreachable:
      (
        "Nessuna connessione",
        "Il server non è raggiungibile. Controlla la connessione e riprova."
      )
    case .tooSlow:
      ("Nessuna risposta", "Il server ha impiegato troppo tempo a rispondere. Riprova.")
    case .serverTrouble: ("Problema del server", "Il server ha un problema. Riprova tra poco.")
    case .notFound: ("Non trovato", "Quello che cerchi non c'è più.")
    case .notAllowed:
      ("Non consentito", "Il server non ti permette di vederlo. Accedi di nuovo.")
    case .unreadable:
      ("Risposta illeggibile", "La risposta non è leggibile. Riprova, o cerca un aggiornamento.")
    case .nothingKept:
      ("Niente in memoria", "Senza connessione non c'è niente da mostrare.")
    case .general: ("Ci dispiace", "Qualcosa è andato storto.")
    }
  }
}
