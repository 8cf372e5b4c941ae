/// How long the history of items of a type is kept, and how finely.
public struct VersionPolicy: Sendable, Hashable {
  /// The members that say a number, windows first and from the nearest to the farthest.
  static let members = [
    "recent_days", "daily_snapshot_days", "weekly_snapshot_days", "max_versions",
  ]

  private var values: [String: Int64] = [:]

  /// Makes a policy that says nothing.
  public init() {}

  /// Reads a stored or served policy.
  init(reading object: JSONObject) {
    for member in Self.members { values[member] = object[member]?.integer }
  }

  /// For how many days every version is kept.
  public var recentDays: Int64? { values["recent_days"] }
  /// For how many days one version a day is kept.
  public var dailySnapshotDays: Int64? { values["daily_snapshot_days"] }
  /// For how many days one version a week is kept.
  public var weeklySnapshotDays: Int64? { values["weekly_snapshot_days"] }
  /// The most versions that are kept.
  public var maxVersions: Int64? { values["max_versions"] }

  /// Lays a nearer type's policy over this one, number by number.
  mutating func lay(_ nearer: VersionPolicy) {
    values.merge(nearer.values) { $1 }
  }

  /// The policy as it is written.
  public var json: JSONObject {
    JSONObject(Self.members.compactMap { name in values[name].map { (name, .integer($0)) } })
  }
}
