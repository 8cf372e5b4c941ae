import MarfaHTTP
import MarfaModel

/// What the server answered, taken apart.
struct Answer: Sendable {
  let status: Int
  let headers: HTTPHeaders
  /// The body; empty where it is no object.
  let json: JSONObject
  /// The file that the body is, and the part of it that is sent.
  let file: HTTPFile?

  /// Reads a response whose body is at hand.
  init(_ response: HTTPResponse) throws {
    status = response.status
    headers = response.headers
    var json: JSONObject = [:]
    var file: HTTPFile?
    switch response.body {
    case .bytes(let bytes): json = try JSONValue(bytes: bytes).object ?? [:]
    case .file(let body): file = body
    case .empty, .stream: break
    }
    self.json = json
    self.file = file
  }

  /// The status and, of a refusal, its code, as tables of tests name them: `404 edge_not_found`.
  var verdict: String { code.map { "\(status) \($0)" } ?? "\(status)" }

  /// The code of a refusal.
  var code: String? { error?["code"]?.string }
  /// The envelope of a refusal.
  var error: JSONObject? { json["error"]?.object }
  /// What a refusal tells programs.
  var details: JSONObject? { error?["details"]?.object }
  /// The paths of the members that a refusal names.
  var paths: [String] {
    (details?["errors"]?.array ?? []).compactMap { $0.object?["path"]?.string }
  }

  /// An object under a member of the body.
  func object(_ member: String) -> JSONObject { json[member]?.object ?? [:] }
  /// The rows of a page.
  var data: [JSONObject] { (json["data"]?.array ?? []).compactMap(\.object) }
  /// Where the next page begins.
  var nextCursor: String? { json["next_cursor"]?.string }

  /// The outcomes of a bulk write with their reasons or codes, such as `skipped trashed`.
  var outcomes: [String] {
    (json["results"]?.array ?? []).compactMap(\.object).map { result in
      let told = result["reason"]?.string ?? result["error"]?.object?["code"]?.string
      return [result["outcome"]?.string, told].compactMap(\.self).joined(separator: " ")
    }
  }
}
