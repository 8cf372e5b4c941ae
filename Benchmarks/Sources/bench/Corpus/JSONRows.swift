import Foundation
import Marfa

/// A large array of small objects, as text, as our values and as Foundation's structs.
struct JSONRows {
  /// One row, as an app would declare it.
  struct Note: Codable, Sendable {
    let id: String
    let title: String
    let count: Int
    let rating: Double
    let done: Bool
  }

  /// What the text has to reach: ten megabytes.
  static let length = 10_000_000

  let notes: [Note]
  let text: [UInt8]

  init() throws {
    var notes: [Note] = []
    var length = 0
    while length < Self.length {
      let place = notes.count
      let note = Note(
        id: "01890000-0000-7000-8000-\(100_000_000_000 + place)", title: "Note number \(place)",
        count: place, rating: Double(place % 50) / 10 + 0.25, done: place % 2 == 0)
      notes.append(note)
      // The words and marks around the values of one row, and the values that vary in length.
      length += 105 + 2 * String(place).utf8.count
    }
    self.notes = notes
    text = Array(try JSONEncoder().encode(notes))
  }

  /// Megabytes a second of the best of several runs, which a busy machine disturbs least.
  func rate(_ work: () throws -> Void) rethrows -> Double {
    let clock = ContinuousClock()
    var best = Duration.seconds(3_600)
    for _ in 0..<3 { best = min(best, try clock.measure(work)) }
    return Double(text.count) / 1_000_000 / (best / .seconds(1))
  }
}
