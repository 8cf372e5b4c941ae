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
  case deleteEdge(id: String)
  case drain
  case catchUp

  /// The words of `do`, as documented.
  static let words = [
    "create", "update", "delete", "restore", "transition", "add_tag", "remove_tag", "create_edge",
    "delete_edge", "drain", "catch_up",
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
          sourceId: try fields.optionalText("source_id")))
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
    case "delete_edge": self = .deleteEdge(id: try fields.text("id"))
    case "drain": self = .drain
    case "catch_up": self = .catchUp
    case nil, .some: throw .usage("“do” must be one of \(Self.words.joined(separator: ", ")).")
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
