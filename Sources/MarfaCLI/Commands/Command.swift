/// One command of `marfa`.
protocol Command: Sendable {
  /// How it is called, after `marfa`.
  static var usage: String { get }
  /// What it does, in one line.
  static var summary: String { get }
  /// The words that say what it is to do, each with what it does; none for most commands.
  static var verbs: [(word: String, summary: String)] { get }
  /// The options that take a value.
  static var options: Set<String> { get }
  /// The options that take none.
  static var flags: Set<String> { get }

  /// Carries it out.
  ///
  /// - Throws: `CommandFailure`, `MarfaError`, or `CancellationError` after Control-C.
  static func run(_ arguments: Arguments, _ context: CommandContext) async throws -> ExitStatus
}

extension Command {
  static var flags: Set<String> { [] }
  static var verbs: [(word: String, summary: String)] { [] }

  /// What `--help` prints of it.
  static var help: [String] {
    var lines = UsageText.wrapped("marfa \(usage)") + ["", summary]
    if !verbs.isEmpty {
      var table = Table(["verb", "what it does"])
      for verb in verbs { table.add([verb.word, verb.summary]) }
      lines += [""] + table.lines
    }
    if options.isSuperset(of: serverOptions) {
      lines += [""] + UsageText.server(foundBy: "It finds its")
    }
    return lines
  }

  /// The options by which every online command finds its server.
  static var serverOptions: Set<String> { ["url", "key-file", "data"] }
}
