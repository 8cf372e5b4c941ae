extension FolderSettings {
  /// The names of the settings among the properties of a `system.folder`.
  package enum Name {
    package static let title = "title"
    package static let search = "search"
    package static let defaults = "defaults"
    package static let include = "include"
    package static let ignore = "ignore"
    package static let firstPlacement = "first_placement"
    package static let removalThreshold = "removal_threshold"
  }

  fileprivate static let reading = SettingReading(owner: "folder")

  /// Reads the properties of a `system.folder`; those that are no settings are passed over.
  ///
  /// - Throws: ``MarfaError/decoding(message:)`` for a setting that can't be read.
  package init(decoding properties: JSONObject) throws(MarfaError) {
    self.init()
    let reading = Self.reading
    for (name, value) in properties where !value.isNull {
      switch name {
      case Name.title: title = try reading.text(value, name)
      case Name.search: search = try FolderSearch(decoding: try reading.object(value, name))
      case Name.defaults: defaults = try FolderDefaults(decoding: try reading.object(value, name))
      case Name.include: include = try reading.words(value, name)
      case Name.ignore: ignore = try reading.words(value, name)
      case Name.firstPlacement:
        for (type, directory) in try reading.object(value, name) {
          firstPlacement[type] = try reading.text(directory, "\(name).\(type)")
        }
      case Name.removalThreshold:
        removalThreshold = try RemovalThreshold(decoding: try reading.object(value, name))
      default: continue
      }
    }
  }

  /// The settings as they are sent: only what they set.
  package var json: JSONObject {
    FolderSettingsChange(
      title: title, search: search == FolderSearch() ? nil : search,
      defaults: defaults == FolderDefaults() ? nil : defaults,
      include: include.isEmpty ? nil : include, ignore: ignore.isEmpty ? nil : ignore,
      firstPlacement: firstPlacement.isEmpty ? nil : firstPlacement,
      removalThreshold: removalThreshold == RemovalThreshold() ? nil : removalThreshold
    ).json
  }
}

extension FolderSettingsChange {
  /// The change as it is sent: each setting that it names, whole.
  package var json: JSONObject {
    typealias Name = FolderSettings.Name
    var object = JSONObject()
    if let title { object[Name.title] = .string(title) }
    if let search { object[Name.search] = .object(search.json) }
    if let defaults { object[Name.defaults] = .object(defaults.json) }
    if let include { object[Name.include] = .array(include.map(JSONValue.string)) }
    if let ignore { object[Name.ignore] = .array(ignore.map(JSONValue.string)) }
    if let firstPlacement {
      object[Name.firstPlacement] = .object(
        JSONObject(
          firstPlacement.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }))
    }
    if let removalThreshold { object[Name.removalThreshold] = .object(removalThreshold.json) }
    return object
  }
}

extension FolderDefaults {
  fileprivate init(decoding object: JSONObject) throws(MarfaError) {
    self.init()
    let reading = FolderSettings.reading
    for (name, value) in object where !value.isNull {
      let path = "\(FolderSettings.Name.defaults).\(name)"
      switch name {
      case "type": type = try reading.text(value, path)
      case "tier": tier = try reading.tier(value, path)
      case "properties": properties = try reading.object(value, path)
      case "tags": tags = try reading.words(value, path)
      case "edges":
        for (type, targets) in try reading.object(value, path) {
          edges[type] = try reading.words(targets, "\(path).\(type)")
        }
      default: continue
      }
    }
  }

  fileprivate var json: JSONObject {
    var object = JSONObject()
    if let type { object["type"] = .string(type) }
    if let tier { object["tier"] = .string(tier.rawValue) }
    if !properties.isEmpty { object["properties"] = .object(properties) }
    if !tags.isEmpty { object["tags"] = .array(tags.map(JSONValue.string)) }
    if !edges.isEmpty {
      object["edges"] = .object(
        JSONObject(
          edges.sorted { $0.key < $1.key }.map {
            ($0.key, .array($0.value.map(JSONValue.string)))
          }))
    }
    return object
  }
}

extension RemovalThreshold {
  fileprivate init(decoding object: JSONObject) throws(MarfaError) {
    self.init()
    let reading = FolderSettings.reading
    for (name, value) in object where !value.isNull {
      let path = "\(FolderSettings.Name.removalThreshold).\(name)"
      switch name {
      case "files":
        guard let count = value.integer, let count = UInt64(exactly: count) else {
          throw reading.unreadable(path)
        }
        files = count
      case "fraction":
        guard let part = value.number else { throw reading.unreadable(path) }
        fraction = part
      default: continue
      }
    }
  }

  fileprivate var json: JSONObject {
    var object = JSONObject()
    // A number beyond all counts of files stays one that no count reaches.
    if let files { object["files"] = .integer(Int64(clamping: files)) }
    if let fraction { object["fraction"] = .number(fraction) }
    return object
  }
}
