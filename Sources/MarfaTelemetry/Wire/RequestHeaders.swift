/// The headers of every request.
enum RequestHeaders {
  /// Those of both interfaces.
  ///
  /// The last two are set so that the system doesn't fill in the app's and its own build and the
  /// person's languages.
  static let common = [
    "Content-Type": "application/json", "User-Agent": "marfa-telemetry", "Accept-Language": "*",
  ]
}
