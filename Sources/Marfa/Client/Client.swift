import MarfaEngine
import MarfaModel
import Resilience

/// Online calls to a server that no working copy is needed for.
///
/// Answers are held to the same rules as a copy's: the contract is checked before a body is read,
/// redirects are refused, and the key reaches no error. Call ``close()`` when it is not used again.
public struct Client: Sendable {
  /// The server that is called.
  public let server: Server
  let line: Result<ServerLine, MarfaError>
  private let transport: any HTTPTransport

  /// Makes a client; nothing is sent.
  public init(server: Server) {
    let standings = ServerStandings.shared
    self.init(
      server: server, transport: PlatformTransport.make(clock: standings.clock),
      standings: standings)
  }

  init(server: Server, transport: any HTTPTransport, standings: ServerStandings) {
    self.server = server
    self.transport = transport
    do {
      line = .success(
        try ServerLine(
          server, transport: transport, clock: standings.clock, standings: standings))
    } catch {
      line = .failure(error)
    }
  }

  /// Sends a request and answers its JSON.
  ///
  /// - Parameters:
  ///   - method: the HTTP method.
  ///   - path: the path under the server's address, with its first slash, each segment
  ///     percent-encoded.
  ///   - query: the query; names and values as they are, not encoded.
  ///   - body: the JSON body; `nil` sends none.
  ///   - idempotencyKey: the key under which a repeat is recognised, on operations that take one.
  /// - Throws: the server's refusal as its case; `network`, `unnamed`, `redirected`,
  ///   `contractMismatch`, `decoding`, `invalid` for an address that is no server's; `canceled`.
  public func request(
    _ method: String, _ path: String, query: [(String, String)] = [], body: JSONObject? = nil,
    idempotencyKey: String? = nil
  ) async throws -> JSONObject {
    do {
      return try await line.get().forCall().call(
        method, path, query: query, body: body, idempotencyKey: idempotencyKey)
    } catch {
      throw MarfaError(storing: error)
    }
  }

  /// One item, in any state but the bin.
  ///
  /// - Throws: `notFound` when there is none that the key may read; the rest as
  ///   ``request(_:_:query:body:idempotencyKey:)``.
  public func item(_ id: String) async throws -> Item {
    let answer = try await request("GET", "/items/\(PathSegment.encode(id))")
    let row = try WireRow(decoding: answer)
    return row.item.item(tags: row.metadata?.tags ?? [])
  }

  /// What the instance says of itself. No key is needed for it.
  public func instance() async throws -> InstanceInfo {
    let root = try await request("GET", "/")
    let reader = WireReader(root, path: "instance")
    return InstanceInfo(
      id: try reader.string("instance_id"), name: try reader.optionalString("name"),
      contract: Int(clamping: try reader.whole("contract")))
  }

  /// Ends every request and lets go of the network.
  public func close() async { await transport.close() }
}

extension Server {
  /// Asks the instance behind the address who it is; a reach test that needs no key.
  ///
  /// - Throws: `network`, `unnamed`, `redirected`, `contractMismatch`, `decoding`, `invalid`.
  public func instance() async throws -> InstanceInfo {
    let client = Client(server: self)
    do {
      let info = try await client.instance()
      await client.close()
      return info
    } catch {
      await client.close()
      throw error
    }
  }
}
