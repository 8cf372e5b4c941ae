// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// The two layers are links to the product's own folders: what is fuzzed is internal to the package,
// and every line of it must be built with the fuzzer's counters.
let package = Package(
  name: "fuzz",
  platforms: [.macOS(.v15)],
  targets: [
    .target(name: "Resilience", swiftSettings: strict),
    .target(name: "MarfaModel", dependencies: ["Resilience"], swiftSettings: strict),
    .target(name: "Checks", dependencies: ["MarfaModel"], swiftSettings: strict),
    // The fuzzer's library brings its own main.
    .executableTarget(
      name: "fuzz", dependencies: ["Checks"],
      swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]),
    .executableTarget(name: "growth", dependencies: ["Checks"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
