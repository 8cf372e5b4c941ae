import Foundation
import MarfaModel
import Testing

/// Identifiers: their one spelling, and their order.
@Suite struct UUIDv7Tests {
  @Test("an id reads back from its text, and keeps its millisecond")
  func roundTrip() throws {
    let minter = UUIDv7Minter()
    let id = minter.mint(milliseconds: 1_772_611_200_123)
    #expect(UUIDv7(id.text) == id)
    #expect(id.milliseconds == 1_772_611_200_123)
    #expect(UUID(uuidString: id.text)?.uuidString.lowercased() == id.text)
  }

  @Test(
    "anything but a lowercase UUIDv7 is refused",
    arguments: [
      "", "0197a3c2-5b11-7c3e-9d20-6a1f0e4b7c5", "0197a3c2-5b11-7c3e-9d20-6a1f0e4b7c555",
      "0197A3C2-5b11-7c3e-9d20-6a1f0e4b7c55", "0197a3c2-5b11-4c3e-9d20-6a1f0e4b7c55",
      "0197a3c2-5b11-7c3e-7d20-6a1f0e4b7c55", "0197a3c2-5b11-7c3e-cd20-6a1f0e4b7c55",
      "0197a3c25b117c3e9d206a1f0e4b7c55", "0197a3c2_5b11-7c3e-9d20-6a1f0e4b7c55",
      "{0197a3c2-5b11-7c3e-9d20-6a1f0e4b7c55}", "0197a3c2-5b11-7c3e-9d20-6a1f0e4b7cg5",
      "0197a3c25-b11-7c3e-9d20-6a1f0e4b7c55", "0197a3c2-5b11-7c3e-9d20-6a1f0e4b7é5",
    ])
  func refused(text: String) {
    #expect(!UUIDv7.isValid(text))
  }

  @Test("ids ascend strictly while the clock stands, goes back and jumps")
  func order() {
    let minter = UUIDv7Minter()
    var texts: [String] = []
    for time: Int64 in [1000, 1000, 999, 5, -7, 1001, 1001, 50_000, 0] {
      for _ in 0..<2000 { texts.append(minter.mint(milliseconds: time).text) }
    }
    #expect(zip(texts, texts.dropFirst()).allSatisfy { $0 < $1 })
    #expect(texts.allSatisfy(UUIDv7.isValid))
    #expect(UUIDv7(texts.last ?? "")?.milliseconds == 50_000)
  }

  @Test("ids minted by many tasks at once are all different")
  func concurrency() async {
    let ids = await withTaskGroup(of: [UUIDv7].self) { group in
      for _ in 0..<8 {
        group.addTask { (0..<2000).map { _ in UUIDv7Minter.shared.mint(milliseconds: 1) } }
      }
      return await group.reduce(into: Set<UUIDv7>()) { $0.formUnion($1) }
    }
    #expect(ids.count == 16_000)
  }

  @Test("the largest time an id holds is kept in range")
  func extremes() {
    #expect(UUIDv7Minter().mint(milliseconds: .max).milliseconds == 1 << 48 - 1)
    #expect(UUIDv7Minter().mint(milliseconds: .min).milliseconds == 0)
  }
}
