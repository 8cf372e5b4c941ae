import MarfaModel
import Resilience

extension SyncSentences {
  static let italian = SyncSentences { remedy in
    switch remedy {
    case .wait: "Un momento"
    case .network: "Nessuna connessione"
    case .newKey: "Accedi di nuovo"
    case .hydrate: "Serve un caricamento"
    case .grant: "Non consentito"
    case .reread: "Modificato altrove"
    case .fixInput: "Non accettato"
    case .checkAddress: "Controlla l'indirizzo"
    case .update: "Serve un aggiornamento"
    case .freeSpace: "Spazio esaurito"
    case .confirm: "Serve una conferma"
    case .reopen: "Non disponibile"
    case .nothing: "Non ha funzionato"
    }
  } text: { kind, remedy in
    switch kind {
    case .notFound: "Questo elemento non c'è più. Forse qualcuno l'ha eliminato."
    case .unauthorized:
      "Il server non accetta più il tuo accesso. Accedi di nuovo; le modifiche sono salve."
    case .forbidden: "Non hai il permesso di farlo. Chiedilo a chi gestisce il server."
    case .validation: "Il server non accetta questa modifica. Controllala e correggila."
    case .unknownType:
      "Il server non conosce questo tipo di elemento. Chiedi a chi lo gestisce."
    case .rateLimited: "Il server ha chiesto una pausa. Si riprende da sé tra poco."
    case .server: server(remedy)
    case .network:
      "Il server non è raggiungibile. Si riprende da sé quando torna la connessione."
    case .unnamed:
      "Qualcosa blocca la strada verso il server. Si riprende da sé appena possibile."
    case .redirected:
      "Il server ha cambiato indirizzo. Inserisci quello nuovo nelle impostazioni."
    case .decoding: "La risposta del server non è leggibile. Cerca un aggiornamento dell'app."
    case .contractMismatch:
      "Questa app e il server non sono compatibili. Aggiorna l'app; le modifiche sono salve."
    case .signedOut: "L'accesso è terminato. Accedi di nuovo; le modifiche sono salve."
    case .noServer: "Nessun server è impostato. Inserisci l'indirizzo nelle impostazioni."
    case .wrongServer:
      "Questi dati sono di un altro server. Inserisci il suo indirizzo nelle impostazioni."
    case .streamIncomplete:
      "Gli aggiornamenti del server si sono interrotti. Riprendono da sé."
    case .hydrationIncomplete:
      "Il caricamento è stato interrotto. Carica di nuovo; le modifiche sono salve."
    case .noCursor, .noCatalog: "Non è ancora caricato niente. Carica ora."
    case .copyExpired:
      "Questo dispositivo è rimasto lontano troppo a lungo. Carica di nuovo; le modifiche sono salve."
    case .wrongSchema:
      "Questi dati sono di un'altra versione dell'app. Aggiorna l'app."
    case .readingHandle: "È aperto in un'altra finestra o in un altro programma. Chiudilo lì."
    case .invalid: "Ora non si può fare. Riprova."
    case .canceled: "Interrotto."
    case .closed: "È stato chiuso. Aprilo di nuovo."
    case .store: "I dati su questo dispositivo non sono leggibili. Riavvia l'app."
    case .io: "Un file non si può leggere o scrivere. Controlla che ci sia ancora."
    case .storageFull:
      "Lo spazio su questo dispositivo è esaurito. Liberane un po'; le modifiche sono salve."
    case .bytesAbsent: "Il file non è su questo dispositivo. Collegati al server per averlo."
    case .noKeychain:
      "Questo dispositivo non ha un posto sicuro per il tuo accesso. Imposta il portachiavi."
    case .firstSyncWaiting: "La cartella è pronta. Conferma che la sincronizzazione può iniziare."
    case .embedIncomplete:
      "Il file è stato aggiunto, ma il testo non lo mostra ancora. Aggiungilo tu al testo."
    }
  } step: { step in
    switch step {
    case .signIn: "Accedi"
    case .loadAgain: "Carica di nuovo"
    case .openSettings: "Impostazioni"
    case .freeSpace: "Libera spazio"
    }
  }

  private static func server(_ remedy: Remedy) -> String {
    switch remedy {
    case .wait: "Il server ha un problema. Si riprende da sé tra poco."
    case .reread: "È stato modificato altrove. Aprilo di nuovo e ripeti la modifica."
    case .fixInput: "È troppo per il server, o non è quello che si aspetta. Riducilo."
    case .network, .newKey, .hydrate, .grant, .checkAddress, .update, .freeSpace, .confirm, .reopen,
      .nothing:
      "Il server non può farlo. Riprova più tardi."
    }
  }
}
