import Foundation
import Marfa

/// One of the two devices: a working copy with a name.
struct DemoDevice: Sendable {
  /// What the device is called.
  let name: String
  /// The file of its copy.
  let file: URL
  /// Its copy.
  let copy: WorkingCopy

  /// Opens, and makes, the copy of a device.
  static func open(_ name: String, in folder: URL, server: Server) async throws -> DemoDevice {
    let file = folder.appendingPathComponent("\(name).db")
    return DemoDevice(
      name: name, file: file, copy: try await WorkingCopy.open(store: file, server: server))
  }
}
