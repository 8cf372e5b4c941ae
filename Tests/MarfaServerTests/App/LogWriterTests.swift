import Foundation
import Testing

@testable import MarfaServer

@Suite("Log writer", .timeLimit(.minutes(1)))
struct LogWriterTests {
  private struct NoPipe: Error {}

  private func pipe() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [0, 0]
    guard Foundation.pipe(&ends) == 0 else { throw NoPipe() }
    return (ends[0], ends[1])
  }

  private func readAll(_ descriptor: Int32) -> String {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &part, part.count)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += part[..<count]
    }
  }

  @Test("lines come out whole and in order, and a close waits for the last")
  func order() async throws {
    let (input, output) = try pipe()
    let writer = LogWriter(output)
    let lines = (0..<500).map { "line \($0)\n" }
    for line in lines { writer.write(Array(line.utf8)) }
    await writer.close()
    writer.write(Array("too late\n".utf8))
    close(output)
    #expect(readAll(input) == lines.joined())
    close(input)
  }

  @Test("a reader that has gone ends neither the process nor the writing")
  func goneReader() async throws {
    await #expect(processExitsWith: .success) {
      var ends: [Int32] = [0, 0]
      precondition(Foundation.pipe(&ends) == 0)
      close(ends[0])
      let writer = LogWriter(ends[1])
      for number in 0..<100 { writer.write(Array("line \(number)\n".utf8)) }
      await writer.close()
    }
  }

  @Test("a reader that stands still holds nobody up; what is dropped is counted")
  func standingReader() async throws {
    let (input, output) = try pipe()
    let writer = LogWriter(output, bound: 1_000)
    let line = Array((String(repeating: "x", count: 99) + "\n").utf8)
    // Far more than the pipe and the bound hold: this would never return otherwise.
    for _ in 0..<10_000 { writer.write(line) }
    async let read = Task.detached { readAll(input) }.value
    await writer.close(within: .seconds(30))
    close(output)
    let text = await read
    close(input)
    let lines = text.split(separator: "\n")
    let counts = lines.compactMap { line -> Int? in
      guard line.hasPrefix("{\"log\":\"lines were dropped\"") else { return nil }
      return Int(line.drop { !$0.isNumber }.prefix { $0.isNumber })
    }
    #expect(!counts.isEmpty)
    #expect(lines.count - counts.count + counts.reduce(0, +) == 10_000)
  }
}
