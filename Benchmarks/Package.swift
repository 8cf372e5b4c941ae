// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "marfa", path: "..")],
  targets: [
    // The loops to compare with, in C, on the same system libraries as the product.
    .target(
      name: "CBaseline",
      cSettings: [.unsafeFlags(["-O2"])],
      linkerSettings: [
        .linkedLibrary("sqlite3"), .linkedLibrary("microhttpd"), .linkedLibrary("curl"),
      ]),
    .executableTarget(
      name: "bench",
      dependencies: [
        "CBaseline",
        .product(name: "Marfa", package: "marfa"),
        .product(name: "MarfaServer", package: "marfa"),
        .product(name: "MarfaTelemetry", package: "marfa"),
      ],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
