import MarfaHTTP
import MarfaModel

/// One request, judged and taken apart, on its way to its handler.
struct Call: Sendable {
  /// The request as it came.
  let request: HTTPRequest
  /// The id that its answer and its log line carry.
  let requestId: String
  /// Who sends it; `nil` only on doors that ask for nobody.
  let credential: Credential?
  /// The variable segments of the path, percent-decoded.
  let path: PathValues
  /// The query, already held to the keys its door declares.
  let query: QueryParameters
  /// The JSON body; empty where the door takes none.
  let body: JSONObject

  /// A variable segment of the path.
  func segment(_ name: String) -> String { path[name] ?? "" }

  /// Who sends it, on a door that asks.
  ///
  /// - Throws: `unauthorized`, which the pipeline has answered before on every such door.
  func sender() throws(RuleRefusal) -> Credential {
    guard let credential else { throw .unauthorized }
    return credential
  }
}
