/// A link or an embed of a body, and what it means.
public struct BodyName: Sendable, Hashable {
  /// What stands between the brackets, alias and heading included, or an image's path as written.
  public var text: String
  /// The name alone.
  public var name: String
  /// What it was found to mean.
  public var target: BodyTarget

  /// Makes a name.
  public init(text: String, name: String, target: BodyTarget) {
    self.text = text
    self.name = name
    self.target = target
  }
}
