import Domain
import Resilience
import Testing

@testable import Presentation

@Suite("The screen's model") @MainActor struct ModelTests {
  private struct Repository: StoryRepository {
    var answer: @Sendable (SearchQuery) async throws -> Answer<[Story]>

    func search(_ query: SearchQuery) async throws -> Answer<[Story]> { try await answer(query) }
    func kept(_ query: SearchQuery) async throws -> CacheEntry<[Story]> {
      throw SearchError.nothingKept
    }
  }

  private let clock = VirtualClock()
  private let story = Story(id: "1", title: "A", author: "a", link: nil, points: 1, comments: 1)

  private func model(
    _ answer: @escaping @Sendable (SearchQuery) async throws -> Answer<[Story]>
  ) -> StorySearchModel {
    StorySearchModel(repository: Repository(answer: answer), language: .italian, clock: clock)
  }

  private func type(_ text: String, into model: StorySearchModel) async {
    let search = model.typed(text)
    await clock.waitForTimers()
    clock.advance(by: .seconds(1))
    await search.value
  }

  @Test("each letter calls off the search before it, and only the last one asks")
  func typing() async {
    let asked = Lock([String]())
    let story = story
    let model = model { query in
      asked.withLock { $0.append(query.text) }
      return .fresh([story])
    }
    let early = [model.typed("sw"), model.typed("swi")]
    await type("swift", into: model)
    for search in early { await search.value }
    #expect(asked.withLock { $0 } == ["swift"])
    guard case .results([story], note: nil) = model.content else {
      Issue.record("\(model.content)")
      return
    }
  }

  @Test("kept results carry a note with the reason and the age (R211)")
  func kept() async {
    let story = story
    let model = model { _ in .cached([story], age: .seconds(61), cause: NetworkError.timeout) }
    await type("swift", into: model)
    guard case .results(_, let note?) = model.content else {
      Issue.record("\(model.content)")
      return
    }
    #expect(
      note == "Il server ha impiegato troppo tempo a rispondere. Riprova. Risultati di 1 minuto fa."
    )
  }

  @Test("an error is shown as a message, a cancellation changes nothing (R203, R204)")
  func errors() async {
    let errors = Lock<any Error>(NetworkError.statusCode(429))
    let model = model { _ in throw errors.withLock { $0 } }
    await type("swift", into: model)
    guard case .failed(let message) = model.content else {
      Issue.record("\(model.content)")
      return
    }
    #expect(message.text == "Troppe richieste. Riprova tra poco.")
    errors.withLock { $0 = CancellationError() }
    await type("tides", into: model)
    guard case .searching = model.content else {
      Issue.record("\(model.content)")
      return
    }
    await type("x", into: model)
    guard case .failed(let short) = model.content else {
      Issue.record("\(model.content)")
      return
    }
    #expect(short.text == "Inserisci almeno due caratteri.")
  }

  @Test(
    "an age is told in its largest unit",
    arguments: [
      (Duration.zero, "0 seconds"), (.seconds(1), "1 second"), (.seconds(59), "59 seconds"),
      (.seconds(60), "1 minute"), (.seconds(3_599), "59 minutes"), (.seconds(7_200), "2 hours"),
      (.seconds(86_400), "1 day"), (.seconds(-5), "0 seconds"),
    ])
  func ages(_ age: Duration, _ text: String) {
    #expect(Words.english.kept(age) == "Results from \(text) ago.")
  }

  @Test(
    "a query has two characters at least, blanks around and between them not counted twice (R200)",
    arguments: [("  swift   lang ", "swift lang"), ("né", "né"), ("👩‍👩‍👧a", "👩‍👩‍👧a")])
  func queries(_ typed: String, _ text: String) throws {
    #expect(try SearchQuery(typed).text == text)
    #expect(throws: SearchError.queryTooShort) { try SearchQuery(" \(typed.first ?? "x") \n") }
  }
}
