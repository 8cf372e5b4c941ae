import Foundation
import NotesCommand

let command = NotesCommand(
  console: .standard(), environment: ProcessInfo.processInfo.environment)
exit(await command.run(Array(CommandLine.arguments.dropFirst())).rawValue)
