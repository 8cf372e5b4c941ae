import MarfaHTTP
import MarfaModel

/// One door: a method, a path, what it asks before its handler runs, and the handler.
///
/// An object, so that finding one takes it as it is and copies none of its parts.
final class Route: Sendable {
  /// What the door asks of every caller before it reads path, query or body.
  enum Need: Sendable {
    /// Nobody: the door is open.
    case nothing
    /// Any valid credential.
    case credential
    /// A credential that reaches at least one type.
    case content
    /// A credential that holds one of these permissions; the first is named in the refusal.
    case permission([KeyPermission])
    /// A credential that is let through by a judgement of what it holds.
    case judged(@Sendable (KeyPermissions) throws(RuleRefusal) -> Void)
    /// The same, for what can only be judged with the types at hand.
    case judgedByTypes(@Sendable (KeyPermissions, TypeCatalog) throws(RuleRefusal) -> Void)
  }

  /// Which query keys the door knows.
  typealias Keys = QueryKeys

  /// How the door does its work.
  enum Handling: Sendable {
    /// Over one snapshot of the store.
    case read(@Sendable (Call, ReadScope) throws -> Reply)
    /// The same for what a few rows answer: on the thread that brought the request, if it can be.
    case lookUp(@Sendable (Call, LookUpScope) throws -> Reply)
    /// Inside the writer's transaction; a refusal undoes all of it.
    case write(@Sendable (Call, WriteScope) throws -> Reply)
    /// By itself, without a transaction.
    case direct(@Sendable (Call, ServerCore) async throws -> Reply)
  }

  /// The method, in capitals.
  let method: String
  /// The path's segments; `{name}` is variable.
  let pattern: [String]
  private let parts: [Part]
  /// What it asks of every caller.
  let need: Need
  /// Its query keys.
  let keys: Keys
  /// Its body.
  let body: BodyRule
  /// Whether it honours `Idempotency-Key`.
  let isKeyed: Bool
  /// Its work.
  let handling: Handling

  /// Makes a door.
  init(
    _ method: String, _ path: String, need: Need = .content, keys: Keys = Keys(),
    body: BodyRule = .none, keyed: Bool = false, _ handling: Handling
  ) {
    self.method = method
    pattern = path.split(separator: "/").map(String.init)
    parts = pattern.map(Part.init)
    self.need = need
    self.keys = keys
    self.body = body
    isKeyed = keyed
    self.handling = handling
  }

  /// The variable segments, when the path is this door's.
  func match(_ segments: [String]) -> PathValues? {
    guard segments.count == parts.count else { return nil }
    var found = PathValues()
    for (part, given) in zip(parts, segments) {
      switch part {
      case .fixed(let expected):
        if expected != given { return nil }
      case .variable(let name):
        guard !given.isEmpty else { return nil }
        found.append(name, given)
      }
    }
    return found
  }

  /// One segment of a pattern.
  private enum Part: Sendable {
    case fixed(String)
    case variable(String)

    init(_ segment: String) {
      self =
        segment.hasPrefix("{")
        ? .variable(String(segment.dropFirst().dropLast())) : .fixed(segment)
    }
  }
}
