import Testing

@testable import MarfaServer

@Suite("Caps of bodies")
struct BodyRuleTests {
  @Test(
    "the paths of bulk operations have the larger cap, and nothing that resembles them",
    arguments: [
      ("/items/bulk", 16), ("/edges/bulk", 16), ("/items/bulk-actions", 16), ("/items", 1),
      ("/items/bulk/", 1), ("/items/bulk?x=1", 1), ("/Items/bulk", 1), ("/bulk", 1), ("", 1),
    ])
  func caps(path: String, cap: Int) {
    #expect(BodyRule.cap(ofPath: path, ordinary: 1, bulk: 16) == cap)
  }
}
