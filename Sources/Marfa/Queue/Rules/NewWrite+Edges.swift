import MarfaModel

extension NewWrite {
  /// A new edge, under an id of its own; `isFresh` says that the id was minted for it.
  static func createEdge(
    _ id: String, from source: String, to target: String, type: String, properties: JSONObject,
    isFresh: Bool
  ) -> NewWrite {
    NewWrite(
      kind: .createEdge, itemId: source, targetId: target, edgeId: id,
      body: [
        "id": .string(id), "source_id": .string(source), "target_id": .string(target),
        "edge_type": .string(type), "properties": .object(properties),
      ], isFresh: isFresh)
  }

  /// A change of an edge's properties, and of the ends that differ from those shown.
  static func updateEdge(
    _ shown: Edge, properties: JSONObject, baseVersion: Int64, source: String? = nil,
    target: String? = nil
  ) -> NewWrite {
    var body: JSONObject = [
      "properties": .object(properties), "version": .integer(baseVersion),
    ]
    if let source, source != shown.sourceId { body["source_id"] = .string(source) }
    if let target, target != shown.targetId { body["target_id"] = .string(target) }
    // The ends as they will be, so that an end which turns out to be another row is found by them.
    return NewWrite(
      kind: .updateEdge, itemId: source ?? shown.sourceId, targetId: target ?? shown.targetId,
      edgeId: shown.id,
      baseVersion: baseVersion, body: body)
  }

  /// An edge taken away. Its type stays in the body for a reader of the queue.
  static func deleteEdge(_ shown: Edge) -> NewWrite {
    NewWrite(
      kind: .deleteEdge, itemId: shown.sourceId, targetId: shown.targetId, edgeId: shown.id,
      body: ["edge_type": .string(shown.edgeType)])
  }
}
