import MarfaModel
import Resilience
import Testing

@testable import Marfa

@Suite("Where a manager's status stands")
struct SyncBoardTests {
  private func status(_ pending: UInt64) -> SyncStatus {
    var status = SyncStatus()
    status.pending = pending
    return status
  }

  @Test("a stream begins with what stands, and ends on the newest of what came")
  func newest() async {
    let board = SyncBoard()
    board.put(status(1))
    var reader = board.stream().makeAsyncIterator()
    #expect(await reader.next() == status(1))
    for number: UInt64 in 2...5 { board.put(status(number)) }
    #expect(await reader.next() == status(5))
    board.finish()
    #expect(await reader.next() == nil)
  }

  @Test("one that says nothing new is not told")
  func nothingNew() async {
    let board = SyncBoard()
    var reader = board.stream().makeAsyncIterator()
    #expect(await reader.next() == SyncStatus())
    board.put(SyncStatus())
    board.put(status(1))
    #expect(await reader.next() == status(1))
  }

  @Test("a stream taken after the end says what stood, and ends")
  func afterTheEnd() async {
    let board = SyncBoard()
    board.put(status(3))
    board.finish()
    var told: [SyncStatus] = []
    for await status in board.stream() { told.append(status) }
    #expect(told == [status(3)])
  }

  @Test(
    "a reader that is called off while it is told something holds nobody up",
    .timeLimit(.minutes(1)))
  func calledOffWhileTold() async {
    let board = SyncBoard()
    for round: UInt64 in 0..<3_000 {
      let reader = Task.detached {
        // An app may ask from within its own handler.
        await withTaskCancellationHandler {
          for await _ in board.stream() {}
        } onCancel: {
          _ = board.status
        }
      }
      await Task.yield()
      let teller = Task.detached {
        for number: UInt64 in 0..<5 { board.put(self.status(round * 5 + number)) }
      }
      reader.cancel()
      await teller.value
      await reader.value
    }
  }
}
