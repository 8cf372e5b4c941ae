// swift-tools-version: 6.2
import PackageDescription

// Compiles every Swift sample of README.md and docs/. `scripts/check` writes the sources.
let package = Package(
  name: "samples",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(name: "marfa", path: "../..")],
  targets: [
    .target(
      name: "Samples",
      dependencies: [
        .product(name: "Marfa", package: "marfa"),
        .product(name: "MarfaServer", package: "marfa"),
        .product(name: "Resilience", package: "marfa"),
      ],
      // A sample may name a value that it doesn't go on to use.
      swiftSettings: [.unsafeFlags(["-suppress-warnings"])]
    )
  ],
  swiftLanguageModes: [.v6]
)
