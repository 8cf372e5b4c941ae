// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func marfa(_ product: String) -> Target.Dependency { .product(name: product, package: "marfa") }

// All that can go wrong is in the model, which is tested without a screen; the screens and the
// terminal are two thin fronts of it.
let package = Package(
  name: "notes",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .executable(name: "notes", targets: ["notes"]),
    .library(name: "NotesScreens", targets: ["NotesScreens"]),
  ],
  dependencies: [.package(name: "marfa", path: "../..")],
  targets: [
    .target(
      name: "NotesModel", dependencies: [marfa("MarfaUI"), marfa("Resilience")],
      swiftSettings: strict),
    .target(
      name: "NotesScreens", dependencies: ["NotesModel", marfa("MarfaUI"), marfa("Resilience")],
      swiftSettings: strict),
    .target(
      name: "NotesCommand", dependencies: ["NotesModel", marfa("MarfaUI"), marfa("Resilience")],
      swiftSettings: strict),
    .executableTarget(name: "notes", dependencies: ["NotesCommand"], swiftSettings: strict),
    .testTarget(
      name: "NotesTests",
      dependencies: [
        "NotesModel", "NotesCommand", marfa("MarfaUI"), marfa("MarfaServer"), marfa("Resilience"),
      ],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
