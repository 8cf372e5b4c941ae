// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "check",
  targets: [
    .target(name: "CheckKit", swiftSettings: strict),
    .executableTarget(name: "check", dependencies: ["CheckKit"], swiftSettings: strict),
    .executableTarget(name: "api", dependencies: ["CheckKit"], swiftSettings: strict),
    .testTarget(name: "CheckKitTests", dependencies: ["CheckKit"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
