/// What the door takes as a body.
enum BodyRule: Sendable {
  /// None is read.
  case none
  /// A JSON object, sent as JSON.
  case object
  /// A JSON object sent as JSON, or nothing at all.
  case optionalObject
}
