import Foundation

/// What every request says about the app and the system it runs on.
struct Origin: Sendable, Hashable {
  let serviceName: String
  let serviceVersion: String
  let systemName: String
  let systemVersion: String
  /// A random word of this run of the app; it is stored nowhere.
  let run: String

  /// Describes an app on this system.
  init(serviceName: String, serviceVersion: String, run: String) {
    self.serviceName = serviceName
    self.serviceVersion = serviceVersion
    self.run = run
    systemName = Self.thisSystem
    let version = ProcessInfo.processInfo.operatingSystemVersion
    systemVersion = "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)"
  }

  private static var thisSystem: String {
    #if os(macOS)
      "macOS"
    #elseif os(iOS)
      "iOS"
    #elseif os(tvOS)
      "tvOS"
    #elseif os(watchOS)
      "watchOS"
    #elseif os(visionOS)
      "visionOS"
    #elseif os(Linux)
      "Linux"
    #else
      "other"
    #endif
  }
}
