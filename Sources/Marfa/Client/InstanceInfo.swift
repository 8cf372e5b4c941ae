/// What an instance says of itself to anybody.
public struct InstanceInfo: Sendable, Hashable {
  /// The id minted once for its data.
  public let id: String
  /// The name of the product that serves it.
  public let name: String?
  /// The contract it speaks.
  public let contract: Int

  /// Makes a description, for previews and tests.
  public init(id: String, name: String?, contract: Int) {
    self.id = id
    self.name = name
    self.contract = contract
  }
}
