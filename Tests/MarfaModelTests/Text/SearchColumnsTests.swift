import MarfaModel
import Testing

/// Which texts of an item are searched.
@Suite struct SearchColumnsTests {
  @Test("four properties are read declared or not, tags in byte order, other kinds never")
  func unregistered() {
    let columns = SearchColumns(
      properties: [
        "title": "T", "body": 7, "name": "N", "other": "never", "description": ["no text"],
      ], tags: ["b", "a", "Z"], type: nil)
    #expect(columns.texts == ["T", "", "", "N", "", "Z a b"])
    #expect(columns.texts.count == SearchColumns.names.count)
  }

  @Test("the type's own texts are joined in the order of their names, but for those kept out")
  func registered() throws {
    let definition = try TypeDefinition(reading: [
      "id": "app.test.thing",
      "fields": [
        "zeta": ["type": "string"], "alpha": ["type": "string"],
        "secret": ["type": "string", "searchable": false],
        "body": ["type": "string", "searchable": false], "link": ["type": "url"],
      ],
    ])
    let type = try #require(TypeCatalog(types: [definition]).type("app.test.thing"))
    let columns = SearchColumns(
      properties: [
        "zeta": "z", "alpha": "a", "secret": "s", "body": "b", "title": "t", "link": "https://x",
        "undeclared": "u",
      ], tags: [], type: type)
    #expect(columns.texts == ["t", "", "", "", "a z", ""])
  }
}
