import MarfaEngine
import MarfaModel

extension LocalWriter {
  func createView(_ settings: ViewSettings) throws -> Queued {
    try settings.judge()
    return try create(Draft(type: TypeId.view, properties: settings.properties))
  }

  func changeView(_ id: String, _ change: ViewSettingsChange, baseVersion: Int64) throws -> Queued {
    let shown = try view(id)
    let old = try ViewSettings(decoding: shown.properties)
    let new = change.applied(to: old)
    try new.judge()
    var properties = JSONObject()
    for (name, value) in new.properties where shown.properties[name] != value {
      properties[name] = value
    }
    guard old.groupBy != nil, new.groupBy == nil else {
      return try update(
        id, Edit(properties: properties, baseVersion: baseVersion), asRead: false)
    }
    // Only a whole set of properties drops one of them; what is not ours in it stays.
    var whole = shown.properties
    for (name, value) in properties { whole[name] = value }
    whole.removeValue(forKey: ViewSettings.Name.groupBy)
    return try update(
      id, Edit(properties: whole, replaceProperties: true, baseVersion: baseVersion),
      asRead: false)
  }

  func deleteView(_ id: String) throws -> Queued {
    _ = try view(id)
    return try delete(id)
  }

  private func view(_ id: String) throws -> Item {
    guard let shown = try rows.rows.item(id), shown.type == TypeId.view, shown.state != .trashed
    else {
      throw MarfaError.notFound(code: "not_held", message: "This view is not here.")
    }
    return shown
  }
}
