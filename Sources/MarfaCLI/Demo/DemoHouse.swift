import Foundation
import Marfa
import MarfaModel
import Resilience

/// What a run of the main job has open: the server's process and the two devices.
///
/// One task uses it.
final class DemoHouse {
  let plan: DemoPlan
  /// The server; `nil` before the first start and while it is stopped.
  private(set) var server: ServerProcess?
  /// The devices, laptop first.
  private(set) var devices: [DemoDevice] = []
  /// Whether another port than the one asked for had to be taken.
  private(set) var tookFreePort = false
  private var port: Int

  /// Opens nothing yet.
  init(_ plan: DemoPlan) {
    self.plan = plan
    port = plan.port
  }

  /// Starts the server, at first on another port when the wanted one is taken.
  ///
  /// - Throws: `CommandFailure` with the server's own words.
  func start() async throws -> ServerProcess {
    let started = try await startAtFreePort()
    // The copies are bound to this address from now on.
    port = started.address.port ?? port
    server = started
    return started
  }

  /// Tries the wanted port, then its neighbours. Any port of the system's choice could be given to
  /// somebody else while the server is stopped.
  private func startAtFreePort() async throws -> ServerProcess {
    var last: CommandFailure?
    let candidates = devices.isEmpty ? Array(port...min(port + Tuning.portsTried, 65_535)) : [port]
    for candidate in candidates {
      do {
        let started = try await start(at: candidate)
        tookFreePort = last != nil
        return started
      } catch let failure as CommandFailure where failure.code == "listening" {
        last = last ?? failure
      }
    }
    throw last ?? CommandFailure.usage("There is no port to try.")
  }

  private func start(at port: Int) async throws -> ServerProcess {
    try await ServerProcess.start(
      program: plan.program, folder: plan.serverFolder, host: plan.host, port: port,
      log: plan.serverLog)
  }

  /// Stops the server and returns when its process has ended.
  func stop() async -> ChildEnd? {
    guard let server else { return nil }
    let end = await server.stop()
    self.server = nil
    return end
  }

  /// Opens the copies of both devices.
  func openDevices(_ server: Server) async throws {
    let folder = try plan.makeCopiesFolder()
    for name in ["laptop", "phone"] {
      devices.append(try await DemoDevice.open(name, in: folder, server: server))
    }
  }

  /// Closes the copies. Their files stay.
  func closeDevices() async {
    for device in devices { await device.copy.close() }
  }

  /// Closes and stops everything; no process is left behind.
  func close() async {
    await closeDevices()
    _ = await stop()
  }

  /// The reason behind a failure: the server's end, when it ended by itself.
  func explain(_ error: any Error) async -> any Error {
    guard let server, !error.isCancellation else { return error }
    // A torn connection is often noticed before the end of the process is.
    let end = try? await withTimeout(Tuning.endTimeout) { await server.ended() }
    return (end ?? nil).map(endedByItself) ?? error
  }

  /// The failure that the end of the server is, when nobody asked it to end.
  func endedByItself(_ end: ChildEnd) -> CommandFailure {
    CommandFailure(
      .refused, code: "server_ended", "The server's process \(end) in the middle of it.",
      hint: "What it had to say is in \(plan.serverLog.path)")
  }
}
