/// What stands beside an item: its tags and what extensions say of it.
public struct WireMetadata: Sendable, Hashable {
  /// The item.
  public var itemId: String
  /// Its tags, in first-written order.
  public var tags: [String]
  /// What extensions say of it, by namespace: only those that the reader may see.
  public var extensions: JSONObject

  /// Makes metadata.
  public init(itemId: String, tags: [String], extensions: JSONObject = [:]) {
    self.itemId = itemId
    self.tags = tags
    self.extensions = extensions
  }

  /// Reads metadata.
  ///
  /// - Throws: ``MarfaError/decoding(message:)`` naming the member.
  public init(decoding object: JSONObject) throws(MarfaError) {
    let reader = WireReader(object, path: "metadata")
    itemId = try reader.string("item_id")
    tags = try reader.strings("tags")
    extensions = try reader.optionalObject("extensions") ?? [:]
  }

  /// The metadata as it is sent.
  public var json: JSONObject {
    JSONObject(
      distinctKeys: ["item_id", "tags", "extensions"],
      values: [
        .string(itemId), .array(tags.map(JSONValue.string)), .object(extensions),
      ])
  }
}
