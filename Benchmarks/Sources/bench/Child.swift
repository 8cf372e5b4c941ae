import Foundation
import Marfa
import MarfaServer

/// A part of a case that runs in a process of its own, so that its memory can be told apart.
///
/// The program starts itself again with `child` as its first word. A child says one line on
/// standard output when it is ready or done, and ends when its standard input does.
enum Child {
  /// Runs a child's part; answers its exit status.
  static func main(_ words: [String]) async -> Int32 {
    do {
      switch (words.first, words.dropFirst().map { $0 }) {
      case ("server", let rest) where rest.count == 1:
        try await server(URL(filePath: rest[0]))
      case ("drain", let rest) where rest.count == 3:
        try await drain(URL(filePath: rest[0]), URL(string: rest[1]), Int(rest[2]) ?? 0)
      case ("drain-waiting", let rest) where rest.count == 3:
        try await drainWaiting(URL(filePath: rest[0]), URL(string: rest[1]), Int(rest[2]) ?? 0)
      default:
        return 2
      }
      return 0
    } catch {
      FileHandle.standardError.write(Data("bench child: \(error)\n".utf8))
      return 1
    }
  }

  /// Serves until standard input ends, then tells its resident memory.
  private static func server(_ folder: URL) async throws {
    let running = try await RunningServer.start(folder)
    tell("\(running.server.address.absoluteString) \(running.key)")
    while readLine() != nil {}
    tell(String(try Memory.now().resident))
    await running.server.stop()
  }

  /// Queues so many writes and drains them, then tells the most memory it held. The key comes by
  /// standard input, where no list of processes shows it.
  private static func drain(_ store: URL, _ address: URL?, _ count: Int) async throws {
    guard let address, let key = readLine() else { return }
    let corpus = Corpus(count: count)
    let copy = try await WorkingCopy.open(store: store, server: Server(url: address, key: key))
    try await copy.hydrate(types: ["core.note"], tier: .library)
    for note in corpus.notes {
      _ = try await copy.items.create(
        Draft(
          type: "core.note",
          properties: ["title": .string(note.title), "body": .string(note.body)]))
    }
    try check(try await copy.queue.drain(), count)
    await copy.close()
    tell(String(try Memory.now().peak))
  }

  /// Drains what waits in a store, then tells the most memory it held.
  private static func drainWaiting(_ store: URL, _ address: URL?, _ count: Int) async throws {
    guard let address, let key = readLine() else { return }
    let copy = try await WorkingCopy.open(store: store, server: Server(url: address, key: key))
    try check(try await copy.queue.drain(), count)
    await copy.close()
    tell(String(try Memory.now().peak))
  }

  private static func check(_ report: DrainReport, _ count: Int) throws {
    guard report.answered == UInt64(count) else {
      throw BaselineError(
        description: "the drain answered \(report.answered) of \(count) writes:"
          + " \(report.unavailable ?? report.stopped ?? "no reason given")")
    }
  }

  private static func tell(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}
