import MarfaModel
import Testing

@Suite("The order of properties")
struct PropertyOrderTests {
  @Test("names that are array indices come first, by their number")
  func indices() {
    let object: JSONObject = [
      "b": 1, "10": 1, "2": 1, "a": 1, "0": 1, "4294967294": 1, "4294967295": 1, "01": 1, "-1": 1,
      "1.0": 1, "99999999999": 1, "+3": 1, "٣": 1,
    ]
    #expect(
      PropertyOrder.indicesFirst(object).keys == [
        "0", "2", "10", "4294967294", "b", "a", "4294967295", "01", "-1", "1.0", "99999999999",
        "+3", "٣",
      ])
  }

  @Test("indices come first after a merge and after a replacement too")
  func indicesEverywhere() {
    #expect(
      PropertyOrder.merging(["7": 1, "a": 2], onto: ["b": 1, "a": 1]).keys == ["7", "b", "a"])
    #expect(PropertyOrder.replacing(with: ["b": 1, "7": 1]).keys == ["7", "b"])
  }

  @Test("a create lists a subtype's fields root first, a redeclared one in its first place")
  func inherited() throws {
    let article = try TypeCatalog.shipped.typeForWriting("core.media.article")
    let sent: JSONObject = ["section": "s", "x": 1, "body": "b", "1": 0, "title": "t"]
    #expect(
      PropertyOrder.creating(sent, of: article).keys == ["1", "title", "body", "section", "x"])
  }
}
