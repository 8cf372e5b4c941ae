import MarfaHTTP
import MarfaModel
import MarfaSQL
import Resilience

/// Takes a request through the checks that every door shares, runs its handler, and dresses the
/// answer.
///
/// The order of the checks is the protocol's: credential, what the door asks of every caller,
/// query keys, body, then whatever the handler judges (server-items 2.3).
struct Pipeline: Sendable {
  let core: ServerCore
  let router: Router
  let log: AccessLog

  /// Answers a look-up on the calling thread where nothing has to be waited for; `nil`, without a
  /// trace, for every other request. What it answers is what ``answer(_:)`` would.
  func answerAtOnce(_ request: HTTPRequest) -> HTTPResponse? {
    // What a query asks for besides can be many rows, for which the network's thread is too dear.
    guard request.rawQuery.isEmpty, !request.headers.contains("X-Marfa-Read-View"),
      let (route, path) = router.find(method: request.method, path: request.path),
      case .lookUp(let handler) = route.handling, Self.isJudgedAlone(route.need),
      let sender = core.keys.settled(bearer: request.headers["Authorization"])
    else { return nil }
    let started = core.clock.now
    let requestId = identity(of: request)
    let reply: Reply
    var admitted: String?
    do {
      try Self.admit(sender, to: route.need)
      admitted = sender.id
      let call = Call(
        request: request, requestId: requestId, credential: sender, path: path,
        query: try QueryParameters([], keys: route.keys),
        body: try JSONBody.object(of: request, rule: route.body))
      guard let found = try core.lookUpInPlace(call, handler) else { return nil }
      reply = found
    } catch {
      reply = Reply(refusing: error)
    }
    return finish(
      request, requestId: requestId, with: reply, sender: admitted, started: started)
  }

  /// Answers one request. Never throws: every fault becomes an envelope.
  func answer(_ request: HTTPRequest) async -> HTTPResponse {
    let started = core.clock.now
    let requestId = identity(of: request)
    let reply: Reply
    var sender: String?
    do {
      let (call, route) = try await judge(request, requestId: requestId)
      sender = call.credential?.id
      reply = try await run(route, call)
    } catch {
      reply = Reply(refusing: error)
    }
    return finish(request, requestId: requestId, with: reply, sender: sender, started: started)
  }

  private func identity(of request: HTTPRequest) -> String {
    RequestIdentity.id(offered: request.headers["X-Request-ID"]) {
      UUIDv7Minter.shared.mint(milliseconds: core.clock.unixMilliseconds).text
    }
  }

  private func finish(
    _ request: HTTPRequest, requestId: String, with reply: Reply, sender: String?,
    started: MonotonicInstant
  ) -> HTTPResponse {
    let response = dress(reply, requestId: requestId)
    log.write(
      AccessLog.Entry(
        time: core.clock.unixMilliseconds, requestId: requestId, method: request.method,
        path: request.path, status: reply.status, code: response.headers["X-Error-Code"],
        credential: sender,
        took: started.duration(to: core.clock.now)))
    return response
  }

  private func judge(_ request: HTTPRequest, requestId: String) async throws -> (Call, Route) {
    let namesView = request.method == "GET" && request.headers["X-Marfa-Read-View"] != nil
    // Before the credential and on paths that nobody serves too, but for the stream's own order.
    if namesView, request.path != "/events" { throw Self.takesNoView }
    guard let (route, path) = router.find(method: request.method, path: request.path) else {
      throw RuleRefusal.notServed
    }
    var credential: Credential?
    switch route.need {
    case .nothing: break
    case .credential, .content, .permission, .judged, .judgedByTypes:
      guard
        let found = try await core.keys.credential(bearer: request.headers["Authorization"])
      else {
        throw RuleRefusal.unauthorized
      }
      credential = found
      if case .judgedByTypes(let judge) = route.need {
        try judge(found.permissions, try await core.database.read { try core.catalog($0) })
      }
      try Self.admit(found, to: route.need)
    }
    if namesView { throw Self.takesNoView }
    let query = try QueryParameters(request.query, keys: route.keys)
    let body: JSONObject
    do {
      body = try JSONBody.object(of: request, rule: route.body)
    } catch {
      if route.isKeyed, let credential, let key = try IdempotencyKey(request) {
        try await core.refuseReuse(of: key, by: credential)
      }
      throw error
    }
    return (
      Call(
        request: request, requestId: requestId, credential: credential, path: path, query: query,
        body: body), route
    )
  }

  private static let takesNoView = RuleRefusal.malformed(
    "This operation takes no X-Marfa-Read-View.")

  /// Whether a credential is all that it takes to judge who is let through a door.
  private static func isJudgedAlone(_ need: Route.Need) -> Bool {
    switch need {
    case .credential, .content, .permission, .judged: true
    case .nothing, .judgedByTypes: false
    }
  }

  private static func admit(_ credential: Credential, to need: Route.Need) throws(RuleRefusal) {
    switch need {
    case .nothing, .credential, .judgedByTypes: break
    case .content:
      guard credential.permissions.reachesAnyType else { throw .reachesNoType }
    case .permission(let names):
      guard names.contains(where: { credential.permissions.holds($0) }) else {
        throw .lacksScope(names.first?.rawValue ?? "")
      }
    case .judged(let judge): try judge(credential.permissions)
    }
  }

  private func run(_ route: Route, _ call: Call) async throws -> Reply {
    switch route.handling {
    case .direct(let handler):
      return try await handler(call, core)
    case .read(let handler): return try await core.read(call, handler)
    case .lookUp(let handler): return try await core.lookUp(call, handler)
    case .write(let handler):
      let key = route.isKeyed ? try IdempotencyKey(call.request) : nil
      return try await core.write(call, key: key, handler)
    }
  }

  private func dress(_ reply: Reply, requestId: String) -> HTTPResponse {
    var headers = HTTPHeaders()
    headers.add("X-Marfa-Contract", Contract.text)
    headers.add("X-Request-ID", requestId)
    for (name, value) in reply.headers { headers.add(name, value) }
    switch reply.body {
    case .json(let value):
      headers.add("Content-Type", "application/json")
      let bytes = (try? value.jsonBytes()) ?? []
      return HTTPResponse(status: reply.status, headers: headers, body: .bytes(bytes))
    case .text(let bytes):
      headers.add("Content-Type", "application/json")
      return HTTPResponse(status: reply.status, headers: headers, body: .bytes(bytes))
    case .file(let file):
      return HTTPResponse(status: reply.status, headers: headers, body: .file(file))
    case .stream(let stream):
      headers.add("Content-Type", "text/event-stream")
      headers.add("Cache-Control", "no-store")
      return HTTPResponse(status: reply.status, headers: headers, body: .stream(stream))
    }
  }
}
