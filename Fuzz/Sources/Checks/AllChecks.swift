/// Every check, by name.
public enum AllChecks {
  /// The checks, in the order they run.
  public static let all: [any Check.Type] = [
    JSONCheck.self, FilterCheck.self, SearchCheck.self, BodyCheck.self, TimeCheck.self,
  ]

  /// Their names, for messages.
  public static var names: String { all.map { $0.name }.joined(separator: ", ") }

  /// The check of a name.
  public static func named(_ name: String) -> (any Check.Type)? { all.first { $0.name == name } }
}
