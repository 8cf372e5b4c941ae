import MarfaModel
import MarfaSQL
import Resilience

/// What the instance says of itself, to anybody.
enum InstanceRoutes {
  /// `GET /` and `GET /health`.
  static let all: [Route] = [
    Route(
      "GET", "/", need: .nothing,
      .direct { _, core in
        var reply = Reply.json([
          "name": "marfa",
          "version": .string(Build.version),
          "instance_id": .string(core.instanceId),
          "contract": .integer(Contract.number),
          "features": .array(Build.features.map { .string($0) }),
        ])
        reply.headers.append(("Vary", "Accept"))
        return reply
      }),
    Route("GET", "/health", need: .nothing, .direct { _, core in await health(core) }),
  ]

  private static func health(_ core: ServerCore) async -> Reply {
    async let readable = status(core) {
      _ = try await core.database.read { try EventLog.head($0) }
      return .ok
    }
    async let writable = status(core) { await core.probe.status() }
    let (reading, writing) = await (readable, writable)
    let disk = core.disk.status()
    let storing: HealthStatus = core.blobs.isUsable ? .ok : .down
    let worst = [reading, writing, disk, storing].max() ?? .ok
    var components: JSONObject = [:]
    for (name, status) in [
      ("database", reading), ("database_write", writing), ("disk", disk),
      ("blob_storage", storing),
    ] {
      components[name] = ["status": .string(status.word)]
    }
    return .json(
      ["status": .string(worst.word), "components": .object(components)],
      status: worst == .down ? 503 : 200)
  }

  /// What a probe finds; one that is refused is down, one that takes too long is degraded.
  private static func status(
    _ core: ServerCore, _ probe: @escaping @Sendable () async throws -> HealthStatus
  ) async -> HealthStatus {
    do {
      return try await withTimeout(Tuning.probePatience, clock: core.clock, operation: probe)
    } catch NetworkError.timeout {
      return .degraded
    } catch {
      return .down
    }
  }
}
