import MarfaModel
import MarfaTesting

@testable import Marfa

/// Rows and doors of folders, for the tests of what a copy does with them.
enum FolderBench {
  /// The row of a folder as a server holds it.
  static func row(
    _ properties: JSONObject, id number: Int = 90, version: Int64 = 1, state: ItemState = .active
  ) -> Item {
    Fixture.item(
      properties, id: id(number), type: "system.folder", state: state, version: version,
      updatedAt: "2026-01-02T03:04:0\(4 + min(version, 5)).000Z")
  }

  /// The row of a folder with a search.
  static func row(_ search: FolderSearch, id number: Int = 90) -> Item {
    row(FolderSettings(title: "F", search: search).json, id: number)
  }

  /// The answer of a folder's door: the row without its metadata.
  static func answer(_ row: Item, status: Int = 200) -> ScriptedAnswer {
    .json(["item": .object(WireItem(row).json)], status: status)
  }

  /// The types of a copy that holds folders, and what the tests put into them.
  static let types = ["core.task", "system.folder"]
}
