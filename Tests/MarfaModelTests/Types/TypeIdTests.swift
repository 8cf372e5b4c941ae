import MarfaModel
import Testing

@Suite("Type identifiers")
struct TypeIdTests {
  @Test(
    "a well-formed identifier is accepted",
    arguments: [
      "core.note", "core.media.book", "app.shop.order", "user.recipe", "com.a.b.c", "a.b",
      "core-pub.x", "keys-pub.x", "a1-_.b2-_", "system.folder",
      "a." + String(repeating: "b", count: 126),
    ])
  func accepts(id: String) {
    #expect(TypeId.isValid(id))
    #expect(TypeId.fault(in: id) == nil)
  }

  @Test(
    "a malformed or reserved identifier is refused",
    arguments: [
      "", "note", "Core.note", "core.Note", "core/note", "core..note", ".note", "core.note.",
      "core.1note", "core.-note", "core. note", "core.nöte", "core.note\u{0}", "app.shop",
      "app.shop.order.line", "items.x", "schema.x.y", "keys.x", "blobs.a", "connectors.a",
      "instance.a", "a." + String(repeating: "b", count: 127), "core.note.*", "*",
    ])
  func refuses(id: String) {
    #expect(!TypeId.isValid(id))
    let refusal = TypeId.refusal(of: id, path: "type")
    #expect(refusal?.code == "validation_error")
    #expect(refusal?.details?["errors"]?.array?.first?.object?["path"] == "type")
  }

  @Test("a type lies under another by whole segments and never by a prefix of one")
  func under() {
    #expect(TypeId.isAtOrUnder("core.media", "core.media"))
    #expect(TypeId.isAtOrUnder("core.media.book", "core.media"))
    #expect(!TypeId.isAtOrUnder("core.mediafile", "core.media"))
    #expect(!TypeId.isAtOrUnder("core.media", "core.media.book"))
  }

  @Test("a pattern reads the star, a wildcard and an identifier, and nothing else")
  func patterns() {
    #expect(TypePattern("*") == .all)
    #expect(TypePattern("core.*") == .under("core"))
    #expect(TypePattern("app.shop.*") == .under("app.shop"))
    #expect(TypePattern("keys.*") == .under("keys"))
    #expect(TypePattern("core.note") == .exactly("core.note"))
    for text in ["", ".*", "Core.*", "core*", "core.*.x", "note", "keys.x", "* "] {
      #expect(TypePattern(text) == nil, "\(text)")
    }
    #expect(TypePattern.under("core").text == "core.*")
  }
}
