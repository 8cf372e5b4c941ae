/// Reads the members of settings that somebody stored.
///
/// One of another shape is refused and never left out: without it a search would hold more than was
/// asked for.
struct SettingReading: Sendable {
  /// What the settings belong to, for the sentence of a refusal.
  let owner: String

  /// A member that is a text.
  func text(_ value: JSONValue, _ name: String) throws(MarfaError) -> String {
    guard let text = value.string else { throw unreadable(name) }
    return text
  }

  /// A member that is a list of texts.
  func words(_ value: JSONValue, _ name: String) throws(MarfaError) -> [String] {
    guard let values = value.array else { throw unreadable(name) }
    var words: [String] = []
    for value in values { words.append(try text(value, name)) }
    return words
  }

  /// A member that is an object.
  func object(_ value: JSONValue, _ name: String) throws(MarfaError) -> JSONObject {
    guard let object = value.object else { throw unreadable(name) }
    return object
  }

  /// A member that names a tier.
  func tier(_ value: JSONValue, _ name: String) throws(MarfaError) -> Tier {
    guard let tier = value.string.flatMap(Tier.init) else { throw unreadable(name) }
    return tier
  }

  /// The refusal of a member.
  func unreadable(_ name: String) -> MarfaError {
    .decoding(message: "The \(owner)'s “\(name)” can't be read.")
  }
}
