import MarfaModel
import Resilience

/// The items that are being read to be pinned, and which of them an event named meanwhile.
///
/// Until it is pinned, an item outside the slice is none of the copy's, so an event that changes it
/// is passed over. Whoever pins it has to hear of that, or would hold the row as it was before.
/// Both sides speak to this inside their transactions, which run one at a time.
final class AwaitedPins: Sendable {
  /// One reading of an item.
  struct Reading: Sendable, Hashable {
    fileprivate let number: Int
  }

  private struct State {
    var next = 0
    var readings: [Int: (id: String, isOutdated: Bool)] = [:]
  }

  private let state = Lock(State())

  /// Begins to listen, before the item is asked for.
  func begin(_ id: String) -> Reading {
    state.withLock { state in
      defer { state.next += 1 }
      state.readings[state.next] = (id, false)
      return Reading(number: state.next)
    }
  }

  /// Ends a reading, and answers whether what was read may be outdated.
  @discardableResult
  func end(_ reading: Reading) -> Bool {
    state.withLock { $0.readings.removeValue(forKey: reading.number)?.isOutdated ?? false }
  }

  /// Hears an event that is applied or passed over.
  func note(_ event: WireEvent) {
    switch event {
    case .item(let arriving): outdate { $0 == arriving.item.id }
    case .itemPurged(let item): outdate { $0 == item.id }
    // An edge that moved says nothing of where it started before.
    case .edge: outdate { _ in true }
    case .streamCursor, .streamLive, .streamIncomplete, .catchupTooOld, .cursorAhead,
      .readViewChanged, .unknown:
      break
    }
  }

  private func outdate(_ isNamed: (String) -> Bool) {
    state.withLock { state in
      for (number, reading) in state.readings where isNamed(reading.id) {
        state.readings[number]?.isOutdated = true
      }
    }
  }
}
