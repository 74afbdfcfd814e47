// swift-tools-version: 6.2
import PackageDescription

let offscreen = Context.environment["OFFSCREEN_PROJECT"] ?? "../.."

let package = Package(
  name: "client",
  dependencies: [.package(name: "offscreen", path: offscreen)],
  targets: [
    .executableTarget(name: "Picture", dependencies: [.product(name: "Offscreen", package: "offscreen")]),
    .executableTarget(name: "Check", dependencies: [.product(name: "Offscreen", package: "offscreen")]),
    .executableTarget(name: "Gallery", dependencies: [.product(name: "OffscreenBatch", package: "offscreen")]),
    .testTarget(
      name: "CardTests", dependencies: [.product(name: "OffscreenTesting", package: "offscreen")],
      exclude: ["__Snapshots__"]),
  ]
)
