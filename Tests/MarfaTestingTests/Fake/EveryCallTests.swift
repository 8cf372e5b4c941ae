import Foundation
import MarfaTesting
import Testing

@Suite("Every call of the public API, on a fake")
struct EveryCallTests {
  /// The throwing calls of a copy and of its parts, as the recorded API lists them.
  private static let calls: [String] = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let file = root.appending(path: "docs/api/Marfa.txt")
    let lines = ((try? String(contentsOf: file, encoding: .utf8)) ?? "").split(separator: "\n")
      .map { $0.split(separator: "\t").map(String.init) }.filter { $0.count == 2 }
    let parts = lines.compactMap { line -> String? in
      guard line[0].hasPrefix("WorkingCopy."), line[1].hasPrefix("let ") else { return nil }
      return line[1].split(separator: " ").last.map(String.init)
    }
    let owners = Set(parts + ["WorkingCopy"])
    return lines.filter { line in
      owners.contains(String(line[0].prefix { $0 != "." })) && line[1].contains(" async throws")
        && !line[1].hasPrefix("static ")
    }.map { $0[0] }
  }()

  @Test("the recorded API names the parts of a copy and their calls")
  func readsTheRecord() {
    #expect(Self.calls.count >= FakeCallList.answered.count)
    #expect(Self.calls.contains("Items.list(_:sort:)"))
    // The one call that answers without throwing asks the core all the same.
    #expect(FakeCallList.answered.subtracting(["WorkingCopy.updates()"]).isSubset(of: Self.calls))
  }

  @Test(
    "a call that the seed lists answers; any other is refused by its name, before anything changes (R64, R65, R68–R71)",
    arguments: calls)
  func answersOrRefuses(_ name: String) async throws {
    let call = try #require(EveryCall.samples[name], "a new call needs a sample in EveryCall")
    let fake = Sample.fake(views: [Sample.view])
    let before = try await fake.copy.items.list()
    let refused = await refused { try await call(fake.copy) }
    if FakeCallList.answered.contains(name) {
      #expect(refused == nil)
    } else {
      #expect(refused == name)
      #expect(fake.writes == [])
      #expect(try await fake.copy.items.list() == before)
      #expect(try await fake.copy.queue.all() == [])
    }
  }

  @Test("what a call can be given has not grown unseen (R65)")
  func inputs() {
    func names(_ value: Any) -> Set<String> {
      Set(Mirror(reflecting: value).children.compactMap(\.label))
    }
    // A new member is an input that the fake may not match: judge it, then list it here.
    #expect(
      names(Draft(type: "t")) == [
        "type", "properties", "tags", "tier", "id", "source", "sourceId", "occurredAt",
        "baseVersion",
      ])
    #expect(
      names(Edit(baseVersion: 1)) == [
        "properties", "replaceProperties", "baseVersion", "sourceId", "type", "tier",
      ])
    #expect(
      names(ListFilters()) == [
        "type", "state", "allStates", "tier", "tags", "occurredAfter", "occurredBefore", "filter",
        "beneath", "limit", "offset",
      ])
    #expect(
      names(SearchFilters()) == ["type", "state", "allStates", "tags", "filter", "beneath"])
  }
}
