import Foundation

/// Looks at the room left on the volume of the data folder.
struct DiskProbe: Sendable {
  /// The data folder.
  let folder: URL

  /// Below this the server cannot work (server-items 15.3).
  static let down: Int64 = 1 << 20
  /// Below this it is short.
  static let degraded: Int64 = 64 << 20

  /// How the volume does. One that cannot be read is degraded, never down.
  func status() -> HealthStatus {
    guard
      let attributes = try? FileManager.default.attributesOfFileSystem(forPath: folder.path),
      let free = (attributes[.systemFreeSize] as? NSNumber)?.int64Value
    else { return .degraded }
    if free < Self.down { return .down }
    return free < Self.degraded ? .degraded : .ok
  }
}
