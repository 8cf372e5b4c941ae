// swift-tools-version: 6.2
import PackageDescription

// A module named SwiftUI for machines that have none, so that the screens are type-checked there.
// A package of its own: no build for Apple's systems ever sees it.
let package = Package(
  name: "swiftui-stub",
  targets: [.target(name: "SwiftUI")],
  swiftLanguageModes: [.v6]
)
