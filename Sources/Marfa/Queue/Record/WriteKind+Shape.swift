extension WriteKind {
  /// What an answer that took the write holds.
  enum AnswerShape: Sendable, Hashable {
    /// An item with its metadata.
    case item
    /// An edge.
    case edge
    /// Nothing that is read.
    case plain
    /// The hash of the stored bytes.
    case blob
  }

  /// What an answer that took the write holds.
  var answerShape: AnswerShape {
    switch self {
    case .createItem, .updateItem, .restoreItem, .transitionItem: .item
    case .createEdge, .updateEdge: .edge
    case .deleteItem, .deleteEdge, .replaceMetadata, .mergeMetadata, .addTag, .removeTag,
      .writeExtension, .deleteExtension:
      .plain
    case .uploadBlob: .blob
    }
  }

  /// Whether the write is one to an edge.
  var isEdgeWrite: Bool {
    switch self {
    case .createEdge, .updateEdge, .deleteEdge: true
    case .createItem, .updateItem, .deleteItem, .restoreItem, .transitionItem, .replaceMetadata,
      .mergeMetadata, .addTag, .removeTag, .writeExtension, .deleteExtension, .uploadBlob:
      false
    }
  }

  /// Whether the write holds text of a person that would be lost with it.
  ///
  /// A refused write of such a kind stays in the queue until it is discarded.
  var carriesContent: Bool {
    switch self {
    case .createItem, .updateItem, .createEdge, .updateEdge, .replaceMetadata, .mergeMetadata,
      .writeExtension:
      true
    case .deleteItem, .restoreItem, .transitionItem, .deleteEdge, .addTag, .removeTag,
      .deleteExtension, .uploadBlob:
      false
    }
  }

  /// The kind as a noun, for sentences such as "the … it waits for was refused".
  var words: String {
    switch self {
    case .createItem: "creation of an item"
    case .updateItem: "change of an item"
    case .deleteItem: "deletion of an item"
    case .restoreItem: "restoring of an item"
    case .transitionItem: "state change of an item"
    case .createEdge: "creation of an edge"
    case .updateEdge: "change of an edge"
    case .deleteEdge: "deletion of an edge"
    case .replaceMetadata: "replacement of tags"
    case .mergeMetadata: "addition of tags"
    case .addTag: "addition of a tag"
    case .removeTag: "removal of a tag"
    case .writeExtension: "writing of an extension"
    case .deleteExtension: "deletion of an extension"
    case .uploadBlob: "upload of a file"
    }
  }
}
