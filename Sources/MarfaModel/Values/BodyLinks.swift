/// The links and embeds of one item's body, with what each means.
public struct BodyLinks: Sendable, Hashable {
  /// The links, in the order they first stand in, each text once.
  public var links: [BodyName]
  /// The embeds of files, in the order they first stand in, each text once.
  public var embeds: [BodyName]

  /// Makes a report.
  public init(links: [BodyName] = [], embeds: [BodyName] = []) {
    self.links = links
    self.embeds = embeds
  }
}
