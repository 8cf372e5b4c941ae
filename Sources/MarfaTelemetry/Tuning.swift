/// The figures telemetry stands on: what each means, and what happens above and below it.
enum Tuning {
  /// Log records of one request. Above, a request grows past what is lost gladly; below, a busy app
  /// sends many small ones.
  static let batch = 50

  /// How long the first waiting record waits for others. Above, events of short runs are lost;
  /// below, batches are nearly empty.
  static let linger = Duration.seconds(30)

  /// Log records that wait at most. Above, memory of an app that is offline; below, a burst while a
  /// request is under way is cut.
  static let capacity = 500

  /// How long one kind of failure of one operation is silent after it was told. Above, a change of
  /// what goes wrong is seen late; below, a loop that fails fills the project.
  static let failureSilence = Duration.seconds(60)

  /// Failures told at most in one stretch of ``failureWindow``.
  static let failuresInWindow = 30
  static let failureWindow = Duration.seconds(3600)

  /// Pairs of a kind and an operation that are remembered. They are fixed in the app's code, so
  /// this is only reached by code that makes error types without end.
  static let failurePairs = 1_000

  /// How long one request may take in all. Above, a stuck connection holds up what waits; below, a
  /// slow line never gets anything out.
  static let requestTimeout = Duration.seconds(10)

  /// How long a host that fails all the time is left alone. Above, what waits may be gone before it
  /// is sent; below, a host in trouble gets more of it from every app at once. Nobody waits for it.
  static let hostPause = Duration.seconds(30)

  /// The longest code of a server that is repeated.
  static let codeLength = 40
}
