/// What a queued write does. The set is closed.
///
/// The raw values are the words that the stored queue and the command line use.
public enum WriteKind: String, Sendable, Hashable, CaseIterable {
  /// Makes an item.
  case createItem = "create_item"
  /// Changes an item's properties, type, tier or id at its source.
  case updateItem = "update_item"
  /// Moves an item to the bin.
  case deleteItem = "delete_item"
  /// Takes an item out of the bin.
  case restoreItem = "restore_item"
  /// Moves an item to another state.
  case transitionItem = "transition_item"
  /// Connects two items.
  case createEdge = "create_edge"
  /// Changes an edge's properties or an end of it.
  case updateEdge = "update_edge"
  /// Takes an edge away.
  case deleteEdge = "delete_edge"
  /// Sets the whole list of an item's tags.
  case replaceMetadata = "replace_metadata"
  /// Adds several tags to an item.
  case mergeMetadata = "merge_metadata"
  /// Adds one tag to an item.
  case addTag = "add_tag"
  /// Takes one tag off an item.
  case removeTag = "remove_tag"
  /// Sets what a namespace says about an item.
  case writeExtension = "write_extension"
  /// Takes away what a namespace says about an item.
  case deleteExtension = "delete_extension"
  /// Brings the bytes of a file to the server.
  case uploadBlob = "upload_blob"
}
