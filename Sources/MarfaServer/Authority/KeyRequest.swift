import Foundation
import MarfaModel

/// What a request to mint a key asks for, checked for its form.
struct KeyRequest: Sendable, Hashable {
  /// The name for people.
  let label: String
  /// What the key's writes are stamped with; the label unless the request says otherwise.
  let source: String
  /// The tier of its new items that name none.
  let defaultTier: Tier?
  /// What it shall hold; `nil` when the request names none of it.
  let permissions: KeyPermissions?

  private static let members = Set(["label", "source", "default_tier"] + KeyPermissions.members)

  /// Reads the body of `POST /keys`.
  ///
  /// Members that are not known are refused and not passed over: a misspelt map would otherwise
  /// make a key that holds everything.
  ///
  /// - Throws: `missing_required_field` or `validation_error`.
  init(_ body: JSONObject) throws(RuleRefusal) {
    let unknown = body.keys.filter { !Self.members.contains($0) }
    guard unknown.isEmpty else {
      throw RuleRefusal(
        code: "validation_error",
        message: "A key has no “\(unknown[0])”.",
        details: ["unknown_body_fields": .array(unknown.map(JSONValue.string))])
    }
    guard let value = body["label"] else { throw .missing("label") }
    label = try Self.label(value)
    source = try KeySource.read(body["source"] ?? .string(label), path: "source")
    defaultTier = try Self.tier(body["default_tier"] ?? .null)
    permissions = try KeyPermissions(requested: body)
  }

  /// Reads the tier of new items that name none; `null` is none.
  static func tier(_ value: JSONValue) throws(RuleRefusal) -> Tier? {
    if value.isNull { return nil }
    guard let tier = value.string.flatMap(Tier.init(rawValue:)) else {
      throw .validation(path: "default_tier", "“default_tier” is library or feed.")
    }
    return tier
  }

  /// Reads the name for people.
  static func label(_ value: JSONValue) throws(RuleRefusal) -> String {
    let label = (value.string ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
    guard (1...KeySource.lengthLimit).contains(label.utf16.count), !label.utf8.contains(0) else {
      throw .validation(
        path: "label", "A label is text of 1 to \(KeySource.lengthLimit) characters.")
    }
    return label
  }
}
