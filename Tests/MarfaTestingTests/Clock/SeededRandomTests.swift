import MarfaTesting
import Testing

@Suite("Random numbers that can be had again")
struct SeededRandomTests {
  private func numbers(_ random: SeededRandom) -> [UInt64] {
    var random = random
    return (0..<5).map { _ in random.next() }
  }

  @Test("the same seed gives the same numbers, another one others")
  func repeats() {
    let first = SeededRandom(seed: 7, say: { _ in })
    #expect(numbers(first) == numbers(SeededRandom(seed: 7, say: { _ in })))
    #expect(numbers(first) != numbers(SeededRandom(seed: 8, say: { _ in })))
    // These numbers must never change: a seed in a report has to repeat its run.
    #expect(numbers(first)[0] == 7_191_089_600_892_374_487)
  }

  @Test("a new source prints the seed in the form that repeats it")
  func printsSeed() throws {
    var said = ""
    let random = SeededRandom("edits", environment: [:], say: { said = $0 })
    #expect(said == "edits: MARFA_TEST_SEED=\(random.seed) repeats this run")
    let again = SeededRandom(
      "edits", environment: [SeededRandom.variable: "\(random.seed)"], say: { _ in })
    #expect(numbers(random) == numbers(again))
  }
}
