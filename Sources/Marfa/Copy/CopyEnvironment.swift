import Resilience

/// What a copy takes from the outside: its transport and its clock.
struct CopyEnvironment: Sendable {
  /// Makes the transport of a copy with a server.
  var transport: @Sendable () throws -> any HTTPTransport
  /// The one clock.
  var clock: any WaitingClock

  /// The platform's transport and the system's clock.
  static func standard() -> CopyEnvironment {
    CopyEnvironment(transport: { PlatformTransport.make() }, clock: SystemClock())
  }
}
