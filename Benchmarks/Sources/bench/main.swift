import Foundation

exit(await Bench.main(Array(CommandLine.arguments.dropFirst())))
