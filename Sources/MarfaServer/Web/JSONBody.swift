import MarfaHTTP
import MarfaModel

/// Reads the JSON body of a request as its door asks.
enum JSONBody {
  /// The deepest nesting that a request may have (server-items 1.6).
  static let nestingLimit = 64

  /// The object that a request carries.
  ///
  /// - Throws: `request_too_large` over the cap; `validation_error` for a body that isn't sent as
  ///   JSON, is empty where one is needed, can't be read, or is no object.
  static func object(of request: HTTPRequest, rule: BodyRule) throws(RuleRefusal)
    -> JSONObject
  {
    switch rule {
    case .none, .bytes: return [:]
    case .optionalObject:
      if request.body.isEmpty, !request.bodyOverflow { return [:] }
    case .object: break
    }
    if request.lacksRoom {
      throw RuleRefusal(
        status: 503, code: "write_contention",
        message: "The server has its hands full of large bodies. Send the request again.")
    }
    if request.bodyOverflow {
      throw RuleRefusal(
        status: 413, code: "request_too_large",
        message: "The body is larger than this operation takes.")
    }
    guard isJSON(request.headers["Content-Type"]) else {
      throw .malformed("The body must be sent as application/json.")
    }
    guard !request.body.isEmpty else { throw .malformed("The body is empty.") }
    let value: JSONValue
    do {
      value = try JSONValue(bytes: request.body, nestingLimit: nestingLimit)
    } catch {
      let fault = (error as? MarfaError)?.message ?? ""
      throw .malformed("The body is not valid JSON. \(fault)")
    }
    guard let object = value.object else { throw .malformed("The body must be a JSON object.") }
    return object
  }

  /// Whether a content type is JSON: any letter case, any parameters, `application/<name>+json` too.
  static func isJSON(_ contentType: String?) -> Bool {
    guard let media = contentType?.split(separator: ";").first else { return false }
    let type = media.trimmingPrefix(while: \.isWhitespace).lowercased()
      .reversed().drop(while: \.isWhitespace).reversed()
    let text = String(type)
    return text == "application/json"
      || (text.hasPrefix("application/") && text.hasSuffix("+json") && text.count > 17)
  }
}
