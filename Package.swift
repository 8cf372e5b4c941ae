// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// A layer of the product. The dependencies are the layer table of `docs/architecture.md`.
func layer(_ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource]? = nil)
  -> Target
{
  .target(name: name, dependencies: dependencies, resources: resources, swiftSettings: strict)
}

/// The tests of one layer, or of several together.
func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

/// On Linux the client speaks HTTP through libcurl; on Apple systems through `URLSession`.
let curl: Target.Dependency = .target(name: "CCurl", condition: .when(platforms: [.linux]))
/// Digests come from OpenSSL on Linux, from CryptoKit on Apple systems.
let crypto: Target.Dependency = .target(name: "CCrypto", condition: .when(platforms: [.linux]))

let package = Package(
  name: "marfa",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "Marfa", targets: ["Marfa"]),
    .library(name: "MarfaTesting", targets: ["MarfaTesting"]),
    .library(name: "MarfaUI", targets: ["MarfaUI"]),
    .library(name: "MarfaTelemetry", targets: ["MarfaTelemetry"]),
    .library(name: "Resilience", targets: ["Resilience"]),
    .library(name: "MarfaServer", targets: ["MarfaServer"]),
    .executable(name: "marfa", targets: ["marfa-command"]),
  ],
  targets: [
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(
      name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(
      name: "CMicroHTTPD", pkgConfig: "libmicrohttpd",
      providers: [.apt(["libmicrohttpd-dev"]), .brew(["libmicrohttpd"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    layer("Resilience"),
    layer("MarfaModel", ["Resilience"]),
    layer("MarfaSQL", ["CSQLite", "Resilience"]),
    layer("MarfaEngine", ["MarfaModel", "MarfaSQL", "Resilience", crypto]),
    layer("Marfa", ["MarfaEngine", "MarfaModel", "MarfaSQL", "Resilience", curl]),
    layer("MarfaTesting", ["Marfa", "MarfaEngine", "MarfaModel", "MarfaSQL", "Resilience"]),
    layer("MarfaUI", ["Marfa", "MarfaModel", "Resilience"]),
    layer("MarfaTelemetry", ["MarfaModel", "Resilience"]),
    layer("MarfaHTTP", ["CMicroHTTPD", "Resilience"]),
    layer(
      "MarfaServer",
      ["MarfaEngine", "MarfaModel", "MarfaSQL", "MarfaHTTP", "Resilience", crypto]),
    layer(
      "MarfaCLI", ["Marfa", "MarfaServer", "MarfaTelemetry", "MarfaModel", "Resilience", "CZlib"]),
    .executableTarget(
      name: "marfa-command", dependencies: ["MarfaCLI"], path: "Sources/marfa",
      swiftSettings: strict),
    tests("ResilienceTests", ["Resilience"]),
    tests("MarfaModelTests", ["MarfaModel", "Resilience"]),
    .target(
      name: "RawSockets", dependencies: ["Resilience"], path: "Tests/RawSockets",
      swiftSettings: strict),
    tests(
      "MarfaTelemetryTests",
      ["MarfaTelemetry", "MarfaCLI", "MarfaModel", "RawSockets", "Resilience"]),
    // The fuzz targets' checks as ordinary tests; `Fuzz/Package.swift` builds them for the fuzzer.
    .testTarget(
      name: "FuzzTests", dependencies: ["MarfaModel", "Resilience"], path: "Fuzz",
      exclude: [
        "Package.swift", "Corpus", "Sources/fuzz", "Sources/growth", "Sources/MarfaModel",
        "Sources/Resilience",
      ], sources: ["Sources/Checks", "Tests"],
      swiftSettings: strict),
    tests("MarfaSQLTests", ["MarfaSQL", "Resilience"]),
    tests("MarfaEngineTests", ["MarfaEngine", "MarfaModel", "MarfaSQL", "Resilience"]),
    tests("MarfaHTTPTests", ["MarfaHTTP", "Resilience"]),
    tests(
      "MarfaTests",
      [
        "Marfa", "MarfaTesting", "MarfaEngine", "MarfaModel", "MarfaSQL", "MarfaHTTP",
        "Resilience",
      ]),
    tests(
      "MarfaTestingTests",
      [
        "MarfaTesting", "Marfa", "MarfaServer", "MarfaEngine", "MarfaModel", "MarfaSQL",
        "Resilience",
      ]),
    tests("MarfaUITests", ["MarfaUI", "Marfa", "MarfaModel", "Resilience"]),
    tests(
      "MarfaServerTests",
      ["MarfaServer", "MarfaEngine", "MarfaModel", "MarfaHTTP", "MarfaSQL", "Resilience"]),
    tests(
      "MarfaCLITests",
      ["MarfaCLI", "Marfa", "MarfaServer", "MarfaModel", "Resilience", "CZlib"]),
    tests(
      "SimulationTests",
      ["Marfa", "MarfaServer", "MarfaEngine", "MarfaModel", "MarfaSQL", "MarfaHTTP", "Resilience"]),
    tests(
      "LoopbackTests",
      [
        "Marfa", "MarfaServer", "MarfaCLI", "MarfaModel", "MarfaSQL", "MarfaHTTP", "RawSockets",
        "Resilience",
      ]),
  ],
  swiftLanguageModes: [.v6]
)
