import Marfa
import MarfaModel

/// One line of `marfa device apply`: something to do with a copy.
enum DeviceStep: Sendable, Hashable {
  case create(Draft)
  case update(id: String, properties: JSONObject, baseVersion: Int64?)
  case delete(id: String)
  case restore(id: String)
  case transition(id: String, state: ItemState)
  case addTag(id: String, tag: String)
  case removeTag(id: String, tag: String)
  case createEdge(id: String?, from: String, to: String, type: String, properties: JSONObject)
  case updateEdge(id: String, properties: JSONObject, baseVersion: Int64)
  case deleteEdge(id: String)
  case replaceTags(id: String, tags: [String])
  case mergeTags(id: String, tags: [String])
  case writeExtension(id: String, namespace: String, body: JSONObject)
  case deleteExtension(id: String, namespace: String)
  case drain
  case catchUp
  case release(id: String)
  case releaseBlocked(BlockedReason)
  case withdraw(id: String)
  case discard(id: String)
  case forgetAnswered
  case takeAnswered

  /// The words of `do`, as documented.
  static let words = [
    "create", "update", "delete", "restore", "transition", "add_tag", "remove_tag", "create_edge",
    "update_edge", "delete_edge", "replace_tags", "merge_tags", "write_extension",
    "delete_extension", "drain", "catch_up", "release", "withdraw", "discard", "forget_answered",
    "take_answered",
  ]

  /// Reads a line.
  ///
  /// - Throws: a usage failure that says what is wrong with it.
  init(line: String) throws(CommandFailure) {
    let object: JSONObject
    do {
      object = try JSONObject(json: line)
    } catch {
      throw .usage("This is not a JSON object: \(ItemLine.line(line))")
    }
    let fields = Fields(object: object)
    switch object["do"]?.string {
    case "create":
      self = .create(
        Draft(
          type: try fields.text("type"), properties: try fields.object("properties"),
          tags: try fields.texts("tags"), id: try fields.optionalText("id"),
          source: try fields.optionalText("source"),
          sourceId: try fields.optionalText("source_id"),
          baseVersion: try fields.optionalInteger("base_version")))
    case "update":
      self = .update(
        id: try fields.text("id"), properties: try fields.object("properties"),
        baseVersion: try fields.optionalInteger("base_version"))
    case "delete": self = .delete(id: try fields.text("id"))
    case "restore": self = .restore(id: try fields.text("id"))
    case "transition":
      guard let state = ItemState(rawValue: try fields.text("state")) else {
        throw .usage("“state” must be active, archived, trashed or revoked.")
      }
      self = .transition(id: try fields.text("id"), state: state)
    case "add_tag": self = .addTag(id: try fields.text("id"), tag: try fields.text("tag"))
    case "remove_tag": self = .removeTag(id: try fields.text("id"), tag: try fields.text("tag"))
    case "create_edge":
      self = .createEdge(
        id: try fields.optionalText("id"), from: try fields.text("from"),
        to: try fields.text("to"), type: try fields.text("type"),
        properties: try fields.object("properties"))
    case "update_edge":
      self = .updateEdge(
        id: try fields.text("id"), properties: try fields.object("properties"),
        baseVersion: try fields.integer("base_version"))
    case "delete_edge": self = .deleteEdge(id: try fields.text("id"))
    case "replace_tags":
      self = .replaceTags(id: try fields.text("id"), tags: try fields.texts("tags"))
    case "merge_tags":
      self = .mergeTags(id: try fields.text("id"), tags: try fields.texts("tags"))
    case "write_extension":
      self = .writeExtension(
        id: try fields.text("id"), namespace: try fields.text("namespace"),
        body: try fields.object("body"))
    case "delete_extension":
      self = .deleteExtension(
        id: try fields.text("id"), namespace: try fields.text("namespace"))
    case "drain": self = .drain
    case "catch_up": self = .catchUp
    case let word: self = try Self.care(word, fields)
    }
  }

  /// The words about writes that are decided or stuck.
  private static func care(_ word: String?, _ fields: Fields) throws(CommandFailure) -> DeviceStep {
    switch word {
    case "release":
      guard let reason = try fields.optionalText("reason") else {
        return .release(id: try fields.text("id"))
      }
      guard let reason = BlockedReason(rawValue: reason) else {
        let known = BlockedReason.allCases.map(\.rawValue).joined(separator: ", ")
        throw .usage("“reason” must be one of \(known).")
      }
      return .releaseBlocked(reason)
    case "withdraw": return .withdraw(id: try fields.text("id"))
    case "discard": return .discard(id: try fields.text("id"))
    case "forget_answered": return .forgetAnswered
    case "take_answered": return .takeAnswered
    case nil, .some: throw .usage("“do” must be one of \(words.joined(separator: ", ")).")
    }
  }

  /// The members of a line, each read as what it must be.
  private struct Fields {
    let object: JSONObject

    func text(_ name: String) throws(CommandFailure) -> String {
      guard let text = try optionalText(name) else { throw .usage("“\(name)” is missing.") }
      return text
    }

    func optionalText(_ name: String) throws(CommandFailure) -> String? {
      guard let value = object[name], !value.isNull else { return nil }
      guard let text = value.string else { throw .usage("“\(name)” must be a string.") }
      return text
    }

    func optionalInteger(_ name: String) throws(CommandFailure) -> Int64? {
      guard let value = object[name], !value.isNull else { return nil }
      guard let number = value.integer else {
        throw .usage("“\(name)” must be a whole number.")
      }
      return number
    }

    func integer(_ name: String) throws(CommandFailure) -> Int64 {
      guard let number = try optionalInteger(name) else { throw .usage("“\(name)” is missing.") }
      return number
    }

    func object(_ name: String) throws(CommandFailure) -> JSONObject {
      guard let value = object[name], !value.isNull else { return [:] }
      guard let object = value.object else { throw .usage("“\(name)” must be an object.") }
      return object
    }

    func texts(_ name: String) throws(CommandFailure) -> [String] {
      guard let value = object[name], !value.isNull else { return [] }
      let texts = value.array?.compactMap(\.string)
      guard let texts, texts.count == value.array?.count else {
        throw .usage("“\(name)” must be an array of strings.")
      }
      return texts
    }
  }
}
