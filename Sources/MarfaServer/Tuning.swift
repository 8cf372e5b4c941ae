/// Every constant of the server's behaviour, with its unit and its reason.
enum Tuning {
  /// How often a silent stream is pinged (events-blobs-keys 1.9). Proxies cut after a minute.
  static let heartbeat: Duration = .seconds(30)
  /// Reader connections. Two cores gain nothing from more than this many at once.
  static let readers = 4
}
