extension Words {
  /// Italian.
  public static let italian = Words(
    noStories: "Nessuna storia.",
    kept: { "Risultati di \(age($0)) fa." },
    facts: { points, author, comments in
      "\(points) \(points == 1 ? "punto" : "punti"), di \(author), "
        + "\(comments) \(comments == 1 ? "commento" : "commenti")"
    },
    searching: "Ricerca in corso…",
    notKept: "Non è stato possibile conservare questi risultati.",
    requests: { successes, failures, median in
      "\(successes) richieste riuscite, \(failures) fallite"
        + (median.map { ", metà entro \($0)" } ?? "")
    },
    title: "Storie", hint: "Cerca storie")

  private static func age(_ duration: Duration) -> String {
    let (count, unit) = AgeUnit.of(duration)
    let word =
      switch unit {
      case .second: count == 1 ? "secondo" : "secondi"
      case .minute: count == 1 ? "minuto" : "minuti"
      case .hour: count == 1 ? "ora" : "ore"
      case .day: count == 1 ? "giorno" : "giorni"
      }
    return "\(count) \(word)"
  }
}
