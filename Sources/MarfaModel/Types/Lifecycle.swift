/// Which states an item can be in and which moves between them there are.
///
/// Items of ordinary types, and saved views, go between `active`, `archived` and `trashed`. The
/// other `system` types are `active` or `revoked`, and move by operations of their own only.
public enum Lifecycle {
  /// The states that items of a type can be in.
  public static func states(of type: String) -> [ItemState] {
    isOwn(type) ? [.active, .archived, .trashed] : [.active, .revoked]
  }

  /// Whether a move can be asked for.
  public static func allows(_ from: ItemState, to: ItemState, type: String) -> Bool {
    guard isOwn(type) else { return false }
    return switch (from, to) {
    case (.active, .archived), (.active, .trashed), (.archived, .active), (.archived, .trashed),
      (.trashed, .active):
      true
    case (.active, .active), (.archived, .archived), (.trashed, .trashed), (.trashed, .archived),
      (.revoked, _), (_, .revoked):
      false
    }
  }

  /// Judges a move.
  ///
  /// - Throws: `invalid_transition`.
  public static func judge(
    _ from: ItemState, to: ItemState, type: String
  ) throws(RuleRefusal) {
    guard allows(from, to: to, type: type) else {
      throw RuleRefusal(
        code: "invalid_transition",
        message: from == to
          ? "The item is already \(to.rawValue)."
          : "An item that is \(from.rawValue) cannot become \(to.rawValue).",
        details: ["from": .string(from.rawValue), "to": .string(to.rawValue)])
    }
  }

  /// Reads a state that a request names for an item of an ordinary type.
  ///
  /// - Throws: `validation_error` naming `state`, for `revoked` too.
  public static func read(_ value: JSONValue) throws(RuleRefusal) -> ItemState {
    guard let state = value.string.flatMap(ItemState.init(rawValue:)), state != .revoked else {
      throw .validation(path: "state", "“state” is one of active, archived, trashed.")
    }
    return state
  }

  private static func isOwn(_ type: String) -> Bool {
    !TypeId.isSystem(type) || type == TypeId.view
  }
}
