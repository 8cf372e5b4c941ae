import Foundation

/// The program that this process runs.
enum OwnProgram {
  /// Its file; `nil` when the system does not say.
  ///
  /// On Linux it is asked of the kernel, so a start through the search path, a link or another
  /// working directory finds it too.
  static var file: URL? {
    let files = FileManager.default
    if let path = try? files.destinationOfSymbolicLink(atPath: "/proc/self/exe"),
      files.isExecutableFile(atPath: path)
    {
      return URL(fileURLWithPath: path)
    }
    guard let path = Bundle.main.executablePath, files.isExecutableFile(atPath: path) else {
      return nil
    }
    return URL(fileURLWithPath: path)
  }
}
