import MarfaEngine
import MarfaModel

extension ItemWriter {
  /// Does to one row what a bulk action asks, by the rules of the single operations.
  ///
  /// - Parameter start: when the job began. A row that an earlier row of the job took along is
  ///   where it should be, and nothing more is done to it.
  func perform(_ action: BulkAction, on id: String, since start: String?) throws {
    switch action {
    case .transition(let state):
      if let row = try items.get(id), reads(row.type), row.state == state, let start,
        row.updatedAt >= start
      {
        return
      }
      _ = try transition(id, to: state)
    case .purge: _ = try purge(id, version: nil)
    case .updateTags(let add, let remove):
      let row = try target(id)
      var tags = try TagRules.adding(add, to: row.tags)
      for tag in remove { tags = TagRules.removing(tag, from: tags) }
      _ = try MetadataWriter(items: self).setTags(tags, of: row)
    case .updateTier(let tier): try change(id) { $0.tier = tier }
    case .updateProperties(let patch): try change(id) { $0.properties = patch }
    case .updateOccurredAt(let time): try change(id) { $0.occurredAt = time }
    }
  }

  private func change(_ id: String, _ set: (inout MergeWrite) -> Void) throws {
    let row = try target(id)
    _ = try catalog.typeForWriting(row.type)
    var write = MergeWrite(version: row.version)
    set(&write)
    let merged = try merge(write, into: row, onCollision: .refuse)
    try judgeLink(merged.row)
    _ = try replace(row, with: merged.row, base: nil)
  }
}
