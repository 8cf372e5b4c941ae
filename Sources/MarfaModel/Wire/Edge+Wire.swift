extension Edge {
  /// Reads an edge that another machine sent.
  ///
  /// - Throws: ``MarfaError/decoding(message:)`` naming the member.
  public init(decoding object: JSONObject) throws(MarfaError) {
    let reader = WireReader(object, path: "edge")
    self.init(
      id: try reader.string("id"), sourceId: try reader.string("source_id"),
      targetId: try reader.string("target_id"), edgeType: try reader.string("edge_type"),
      properties: try reader.optionalObject("properties") ?? [:],
      version: try reader.whole("version"), createdAt: try reader.string("created_at"),
      updatedAt: try reader.string("updated_at"))
  }

  /// The edge as it is sent.
  public var json: JSONObject {
    JSONObject(
      distinctKeys: [
        "id", "source_id", "target_id", "edge_type", "properties", "version", "created_at",
        "updated_at",
      ],
      values: [
        .string(id), .string(sourceId), .string(targetId), .string(edgeType),
        .object(properties), .integer(version), .string(createdAt), .string(updatedAt),
      ])
  }
}
