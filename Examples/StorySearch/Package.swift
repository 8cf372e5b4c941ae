// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let resilience: Target.Dependency = .product(name: "Resilience", package: "marfa")
let marfa: Target.Dependency = .product(name: "Marfa", package: "marfa")

// The three layers of errors are three targets: the compiler keeps the domain from knowing of
// networks and the presentation from showing what the infrastructure throws.
let package = Package(
  name: "story-search",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .executable(name: "stories", targets: ["stories"]),
    .executable(name: "stories-stubbed", targets: ["stories-stubbed"]),
  ],
  dependencies: [.package(name: "marfa", path: "../..")],
  targets: [
    .target(name: "Domain", dependencies: [resilience], swiftSettings: strict),
    .target(
      name: "Infrastructure", dependencies: ["Domain", resilience, marfa], swiftSettings: strict),
    .target(
      name: "Presentation", dependencies: ["Domain", resilience], swiftSettings: strict),
    // Where the layers are put together: the one target that knows them all.
    .target(
      name: "Command", dependencies: ["Domain", "Infrastructure", "Presentation", resilience],
      swiftSettings: strict),
    .executableTarget(name: "stories", dependencies: ["Command"], swiftSettings: strict),
    // The search interface on this machine, for the tests and for trying out what fails.
    .target(name: "Stub", dependencies: [resilience], swiftSettings: strict),
    .executableTarget(
      name: "stories-stubbed", dependencies: ["Command", "Stub"], swiftSettings: strict),
    .testTarget(
      name: "StorySearchTests",
      dependencies: ["Command", "Domain", "Infrastructure", "Presentation", "Stub", resilience],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
