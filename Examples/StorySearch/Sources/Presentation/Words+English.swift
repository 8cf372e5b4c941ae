extension Words {
  /// English.
  public static let english = Words(
    noStories: "No stories.",
    kept: { "Results from \(age($0)) ago." },
    facts: { points, author, comments in
      "\(points) \(points == 1 ? "point" : "points") by \(author), "
        + "\(comments) \(comments == 1 ? "comment" : "comments")"
    },
    searching: "Searching…",
    notKept: "These results could not be kept for later.",
    requests: { successes, failures, median in
      "\(successes) requests answered, \(failures) failed"
        + (median.map { ", half of them within \($0)" } ?? "")
    },
    title: "Stories", hint: "Search stories")

  private static func age(_ duration: Duration) -> String {
    let (count, unit) = AgeUnit.of(duration)
    let word =
      switch unit {
      case .second: "second"
      case .minute: "minute"
      case .hour: "hour"
      case .day: "day"
      }
    return "\(count) \(word)\(count == 1 ? "" : "s")"
  }
}
