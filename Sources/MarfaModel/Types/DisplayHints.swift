/// Which fields of a type hold an item's title and its text.
///
/// The hints are taken whole from the nearest type of a chain that declares any.
public struct DisplayHints: Sendable, Hashable {
  /// The field that holds the title.
  public let titleField: String?
  /// The field that holds the text.
  public let bodyField: String?

  /// Makes hints.
  public init(titleField: String? = nil, bodyField: String? = nil) {
    self.titleField = titleField
    self.bodyField = bodyField
  }

  /// Reads stored or served hints.
  init(reading object: JSONObject) {
    self.init(
      titleField: object["title_field"]?.string, bodyField: object["body_field"]?.string)
  }

  /// The hints as they are written.
  var json: JSONObject {
    var object = JSONObject()
    if let titleField { object["title_field"] = .string(titleField) }
    if let bodyField { object["body_field"] = .string(bodyField) }
    return object
  }
}
