import Command
import Foundation
import Stub

// The command against a server of this process, so that each way of failing can be seen without a
// network and without a second terminal.
let arguments = Array(CommandLine.arguments.dropFirst())
guard let fault = arguments.first.flatMap(Fault.init) else {
  let faults = Fault.allCases.map(\.rawValue).joined(separator: "|")
  let usage = "usage: stories-stubbed \(faults) search WORDS... [OPTIONS]\n"
  FileHandle.standardError.write(Data(usage.utf8))
  exit(2)
}
guard let server = try? StubServer({ fault.reply(to: $0, number: $1) }) else {
  FileHandle.standardError.write(Data("stories-stubbed: no server could be started here.\n".utf8))
  exit(1)
}
if fault == .offline { server.stop() }
let command = StoriesCommand(
  console: .standard(), environment: ProcessInfo.processInfo.environment)
let status = await command.run(arguments.dropFirst() + ["--base-url", server.base])
server.stop()
exit(status.rawValue)
