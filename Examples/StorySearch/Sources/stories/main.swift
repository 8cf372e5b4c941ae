import Command
import Foundation

let command = StoriesCommand(
  console: .standard(), environment: ProcessInfo.processInfo.environment)
exit(await command.run(Array(CommandLine.arguments.dropFirst())).rawValue)
