import MarfaModel

extension LaidOver {
  /// Lays waiting writes to an edge over the server's edge, in queue order.
  ///
  /// - Returns: the edge to show; `nil` when there is none, or a deletion hides it.
  static func edge(_ edge: Edge?, _ writes: some Sequence<QueueRecord>) -> Edge? {
    writes.reduce(edge) { lay($1, over: $0) }
  }

  /// Lays one write over an edge.
  static func lay(_ write: QueueRecord, over edge: Edge?) -> Edge? {
    switch write.kind {
    case .createEdge:
      guard let id = write.edgeId, let source = write.itemId, let target = write.targetId,
        let type = write.body["edge_type"]?.string
      else { return edge }
      return Edge(
        id: id, sourceId: source, targetId: target, edgeType: type, properties: write.properties,
        version: edge?.version ?? 0, createdAt: edge?.createdAt ?? write.queuedAt,
        updatedAt: write.queuedAt)
    case .updateEdge:
      guard let edge else { return nil }
      var properties = edge.properties
      for (name, value) in write.properties { properties[name] = value }
      return Edge(
        id: edge.id, sourceId: write.body["source_id"]?.string ?? edge.sourceId,
        targetId: write.body["target_id"]?.string ?? edge.targetId, edgeType: edge.edgeType,
        properties: properties, version: edge.version, createdAt: edge.createdAt,
        updatedAt: write.queuedAt)
    case .deleteEdge: return nil
    case .createItem, .updateItem, .deleteItem, .restoreItem, .transitionItem, .replaceMetadata,
      .mergeMetadata, .addTag, .removeTag, .writeExtension, .deleteExtension, .uploadBlob:
      return edge
    }
  }
}
