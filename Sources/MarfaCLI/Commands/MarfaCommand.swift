import Foundation
import Marfa
import MarfaModel
import MarfaServer
import Resilience

/// The `marfa` command: finds the command that was asked for and ends as it says.
public enum MarfaCommand {
  /// The commands by their names; the longest name that fits wins.
  static let table: [(name: StaticString, command: any Command.Type)] = [
    ("serve", ServeCommand.self),
    ("import", ImportCommand.self),
    ("demo", DemoCommand.self),
    ("status", StatusCommand.self),
    ("items list", ItemsListCommand.self),
    ("items get", ItemsGetCommand.self),
    ("items create", ItemsCreateCommand.self),
    ("items bin", ItemsBinCommand.self),
    ("items delete", ItemsDeleteCommand.self),
    ("items restore", ItemsRestoreCommand.self),
    ("items purge", ItemsPurgeCommand.self),
    ("blobs put", BlobsPutCommand.self),
    ("blobs get", BlobsGetCommand.self),
    ("search", SearchCommand.self),
    ("keys create", KeysCreateCommand.self),
    ("keys list", KeysListCommand.self),
    ("keys revoke", KeysRevokeCommand.self),
    ("device", DeviceCommand.self),
    ("telemetry show", TelemetryCommand.self),
  ]

  /// Runs a command line and answers the status to exit with.
  ///
  /// - Parameters:
  ///   - arguments: the words after the program's name.
  ///   - environment: the process's environment.
  public static func run(_ arguments: [String], environment: [String: String]) async -> Int32 {
    // A file that reaches the limit on its length fails the write, which is answered as a full
    // disk; unasked, the signal would end the process.
    signal(SIGXFSZ, SIG_IGN)
    return await run(
      arguments, environment: environment, console: .standard(isJSON: isJSON(arguments)))
  }

  static func run(_ arguments: [String], environment: [String: String], console: Console) async
    -> Int32
  {
    let arguments = withoutJSON(arguments)
    if arguments.isEmpty || ["help", "--help", "-h"].contains(arguments[0]) {
      for line in help { console.say(line) }
      console.result(["usage": .array(help.map { .string($0) })])
      return arguments.isEmpty ? ExitStatus.usage.rawValue : ExitStatus.done.rawValue
    }
    if ["version", "--version"].contains(arguments[0]) {
      console.say("marfa \(Build.version)")
      console.result(["version": .string(Build.version)])
      return ExitStatus.done.rawValue
    }
    guard let (name, command) = find(arguments) else {
      let words = arguments.prefix(2).joined(separator: " ")
      let failure = CommandFailure.usage("\(words) is not a command.", hint: "See: marfa help")
      console.fail(failure)
      return failure.status.rawValue
    }
    let rest = Array(arguments.dropFirst(words(of: name).count))
    if rest.prefix(while: { $0 != "--" }).contains("--help") {
      for line in command.help { console.say(line) }
      console.result(["usage": .string(command.usage), "summary": .string(command.summary)])
      return ExitStatus.done.rawValue
    }
    let telemetry = CommandTelemetry(environment: environment)
    if let complaint = telemetry.complaint { console.note(complaint) }
    let clock = SystemClock()
    let start = clock.now
    let (status, error) = await end(
      of: command, rest, CommandContext(console: console, environment: environment))
    telemetry.ended(name, status: status, error: error, after: start.duration(to: clock.now))
    await telemetry.flush()
    return status.rawValue
  }

  /// Carries a command out; a failure is told where it happens.
  private static func end(
    of command: any Command.Type, _ words: [String], _ context: CommandContext
  ) async -> (ExitStatus, (any Error)?) {
    do {
      let arguments = try Arguments(words, options: command.options, flags: command.flags)
      let status = try await command.run(arguments, context)
      context.console.endProgress()
      return (status, nil)
    } catch {
      let failure = CommandFailure(any: error)
      context.console.fail(failure)
      return (failure.status, error)
    }
  }

  /// Whether `--json` was given; behind `--` it is a word like any other.
  static func isJSON(_ arguments: [String]) -> Bool {
    arguments.prefix { $0 != "--" }.contains("--json")
  }

  private static func withoutJSON(_ arguments: [String]) -> [String] {
    let options = arguments.prefix { $0 != "--" }
    return options.filter { $0 != "--json" } + arguments.dropFirst(options.count)
  }

  private static func find(_ arguments: [String]) -> (
    name: StaticString, command: any Command.Type
  )? {
    table.filter { arguments.starts(with: words(of: $0.name)) }
      .max { words(of: $0.name).count < words(of: $1.name).count }
  }

  private static func words(of name: StaticString) -> [String] {
    name.description.split(separator: " ").map(String.init)
  }

  private static var help: [String] {
    var commands = Table(["command", "what it does"])
    for (_, command) in table {
      commands.add([UsageText.short(command.usage), command.summary])
    }
    return ["usage: marfa COMMAND [--json]", ""] + commands.lines + [
      "",
      "marfa COMMAND --help tells all that a command takes.",
    ] + UsageText.server(foundBy: "Online commands find their") + [
      "Exit status: 0 done, 1 refused, 2 not understood or no store, 3 try again later,",
      "4 the copy needs something first, 5 the key is refused.",
    ]
  }
}
