import Resilience

/// What is said about the command line itself. A language is one value.
struct UsageWords: Sendable {
  /// How the command is used.
  let usage: String
  /// Why a command line was not understood.
  let fault: @Sendable (Arguments.Fault) -> String

  /// The words of a language; English for one that is not here.
  static func of(_ language: MessageLanguage) -> UsageWords {
    language.code == "it" ? italian : english
  }

  static let english = UsageWords(
    usage: """
      usage: stories search WORDS... [--offline] [--lang en|it] [--base-url URL] [--store FILE]
                            [--requests]

        --offline    show what is kept, without a network
        --lang       the language of all messages (default: the environment's)
        --base-url   another address of the search interface
        --store      the file that keeps results
        --requests   tell at the end how many requests were made
      """
  ) { fault in
    switch fault {
    case .nothingAsked: "What shall I do?"
    case .unknownCommand(let word): "There is no command “\(word)”."
    case .unknownOption(let option): "There is no option \(option)."
    case .valueMissing(let option): "\(option) needs a value."
    case .unknownLanguage: "--lang is en or it."
    case .notAnAddress: "--base-url needs an http or https address."
    }
  }

  static let italian = UsageWords(
    usage: """
      uso: stories search PAROLE... [--offline] [--lang en|it] [--base-url URL] [--store FILE]
                          [--requests]

        --offline    mostra i risultati conservati, senza rete
        --lang       la lingua dei messaggi (se manca: quella dell'ambiente)
        --base-url   un altro indirizzo dell'interfaccia di ricerca
        --store      il file che conserva i risultati
        --requests   alla fine dice quante richieste sono state fatte
      """
  ) { fault in
    switch fault {
    case .nothingAsked: "Che cosa devo fare?"
    case .unknownCommand(let word): "Il comando “\(word)” non esiste."
    case .unknownOption(let option): "L'opzione \(option) non esiste."
    case .valueMissing(let option): "\(option) richiede un valore."
    case .unknownLanguage: "--lang è en o it."
    case .notAnAddress: "--base-url richiede un indirizzo http o https."
    }
  }
}
