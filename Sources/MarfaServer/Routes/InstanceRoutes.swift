import MarfaModel
import MarfaSQL

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
    let reading = await status { _ = try await core.database.read { try EventLog.head($0) } }
    let writing = await core.probe.status()
    let disk = core.disk.status()
    let worst = [reading, writing, disk].max() ?? .ok
    var components: JSONObject = [:]
    for (name, status) in [("database", reading), ("database_write", writing), ("disk", disk)] {
      components[name] = ["status": .string(status.word)]
    }
    return .json(
      ["status": .string(worst.word), "components": .object(components)],
      status: worst == .down ? 503 : 200)
  }

  private static func status(_ probe: () async throws -> Void) async -> HealthStatus {
    do {
      try await probe()
      return .ok
    } catch {
      return .down
    }
  }
}
