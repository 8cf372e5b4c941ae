/// One command of `marfa`.
protocol Command: Sendable {
  /// How it is called, after `marfa`.
  static var usage: String { get }
  /// What it does, in one line.
  static var summary: String { get }
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

  /// The options by which every online command finds its server.
  static var serverOptions: Set<String> { ["url", "key-file", "data"] }
}
