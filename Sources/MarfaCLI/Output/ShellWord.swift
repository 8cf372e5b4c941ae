/// A word of a shell's command line.
enum ShellWord {
  private static let plain = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:=@%+,")

  /// The word so that a POSIX shell takes it as it is.
  static func quoted(_ word: String) -> String {
    if !word.isEmpty, word.allSatisfy(plain.contains) { return word }
    return "'"
      + word.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "'\\''") + "'"
  }
}
