import Resilience

/// What a copy takes from the outside: its transport, its clock, what is known of servers.
package struct CopyEnvironment: Sendable {
  /// Makes the transport of a copy with a server.
  var transport: @Sendable () throws -> any HTTPTransport
  /// The one clock.
  var clock: any WaitingClock
  /// What the process knows of the servers it speaks to.
  var standings: ServerStandings
  /// How many writes of a drain are on their way at once.
  var drainPace = DrainPace()

  /// Makes an environment.
  ///
  /// - Parameter standings: what copies of one server share; by default nothing is known yet, and
  ///   nothing of it is shared with other environments.
  init(
    transport: @escaping @Sendable () throws -> any HTTPTransport, clock: any WaitingClock,
    standings: ServerStandings?
  ) {
    self.transport = transport
    self.clock = clock
    self.standings = standings ?? ServerStandings(clock: clock)
  }

  /// Makes an environment that shares nothing with others, and in which no commit goes on beside a
  /// request: what a script sees of the store then is the same each time.
  package init(
    transport: @escaping @Sendable () throws -> any HTTPTransport, clock: any WaitingClock
  ) {
    self.init(transport: transport, clock: clock, standings: nil)
    drainPace.overlaps = false
  }

  /// The platform's transport and the system's clock.
  static func standard() -> CopyEnvironment {
    let standings = ServerStandings.shared
    let clock = standings.clock
    return CopyEnvironment(
      transport: { PlatformTransport.make(clock: clock) }, clock: clock, standings: standings)
  }
}
