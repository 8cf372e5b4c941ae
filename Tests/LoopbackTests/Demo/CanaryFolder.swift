import Foundation

/// A folder of Markdown files in which every word that a person chose says canary.
struct CanaryFolder {
  /// Where it is.
  let url: URL
  /// How many files there are.
  let count = 12

  /// Writes the files, one of which can't be read.
  init(in url: URL) throws {
    self.url = url
    for number in 0..<count - 1 {
      let text = """
        ---
        tags: [canarytag, canarytag-\(number)]
        canaryfield: canaryvalue \(number)
        ---
        # Canary title \(number)

        The canarybody tells of [[Canary title \(number / 2)]] and canary@canary.example.
        """
      try write("canaryfolder/canary \(number).md", Array(text.utf8))
    }
    try write("canaryfolder/canary broken.md", [0x63, 0x00, 0x61])
  }

  private func write(_ path: String, _ bytes: [UInt8]) throws {
    let file = url.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }
}
