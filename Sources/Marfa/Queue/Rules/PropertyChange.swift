import MarfaModel

/// What an edit of whole properties changes, seen against what it was made on.
struct PropertyChange: Sendable, Hashable {
  /// The properties that are sent.
  let sent: JSONObject
  /// The properties as the person saw them; `null` stands for none.
  let read: JSONObject

  /// Whether a property that is sent says something else than what was read.
  func changes(_ name: String, to value: JSONValue) -> Bool { value != (read[name] ?? .null) }

  /// The names that were read with a value and are not sent: a whole edit clears them.
  var cleared: [String] {
    read.keys.filter { sent[$0] == nil && read[$0]?.isNull == false }
  }

  /// The names that are sent with another value than was read.
  var changed: [String] { sent.filter { changes($0.key, to: $0.value) }.map(\.key) }

  /// Lays a whole edit over a row that may have moved since.
  ///
  /// What the edit changed is set, what it read and left out is cleared, everything else is the
  /// row's own. The order is the edit's, then the row's.
  func laidWhole(over row: JSONObject) -> JSONObject {
    var whole: JSONObject = [:]
    for (name, value) in sent {
      let kept = changes(name, to: value) ? value : row[name]
      if let kept, !(kept.isNull && changes(name, to: value)) { whole[name] = kept }
    }
    let cleared = Set(cleared)
    for (name, value) in row where sent[name] == nil && !cleared.contains(name) {
      whole[name] = value
    }
    return whole
  }
}
