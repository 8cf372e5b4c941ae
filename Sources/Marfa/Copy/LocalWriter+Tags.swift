import MarfaEngine
import MarfaModel

extension LocalWriter {
  /// Queues one tag.
  func addTag(_ tag: String, to id: String) throws -> Queued {
    let shown = try live(id)
    _ = try TagRules.adding([tag], to: shown.tags)
    return Queued([try enqueuer.append(.addTag(tag, to: id))], itemId: id)
  }

  /// Queues the removal of a tag.
  func removeTag(_ tag: String, from id: String) throws -> Queued {
    _ = try live(id)
    guard !tag.isEmpty else { throw MarfaError.invalid(message: "A tag cannot be empty.") }
    return Queued([try enqueuer.append(.removeTag(tag, from: id))], itemId: id)
  }

  /// Queues several tags, or the whole list.
  func setTags(_ tags: [String], of id: String, replacing: Bool) throws -> Queued {
    let shown = try live(id)
    _ = try replacing ? TagRules.replacing(with: tags) : TagRules.adding(tags, to: shown.tags)
    return Queued([try enqueuer.append(.tags(tags, of: id, replacing: replacing))], itemId: id)
  }

  /// Queues what a namespace says of an item.
  func writeExtension(_ namespace: String, _ body: JSONObject, on id: String) throws -> Queued {
    _ = try live(id)
    guard !namespace.isEmpty else {
      throw MarfaError.invalid(message: "An extension needs a namespace.")
    }
    return Queued([try enqueuer.append(.writeExtension(namespace, body, on: id))], itemId: id)
  }

  /// Queues the removal of what a namespace says of an item.
  func deleteExtension(_ namespace: String, from id: String) throws -> Queued {
    _ = try live(id)
    guard !namespace.isEmpty else {
      throw MarfaError.invalid(message: "An extension needs a namespace.")
    }
    return Queued([try enqueuer.append(.deleteExtension(namespace, from: id))], itemId: id)
  }
}
