import Foundation
import MarfaCLI

let status = await MarfaCommand.run(
  Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment)
exit(status)
