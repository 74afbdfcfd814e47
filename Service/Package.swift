// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that clients of the library neither fetch nor build a server. It depends on nothing of the
// main package: it starts the program `offscreen worker`, and asks it what pages' options there are.
let package = Package(
  name: "offscreen-service",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "offscreen-serve", targets: ["OffscreenServe"])],
  dependencies: [
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.5.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.3.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.20.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.6.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: [
    .systemLibrary(name: "CGLib", pkgConfig: "glib-2.0", providers: [.apt(["libglib2.0-dev"])]),
    .target(
      name: "OffscreenService",
      dependencies: [
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        "Yams", "CGLib",
      ]),
    .executableTarget(name: "OffscreenServe", dependencies: ["OffscreenService"], path: "Sources/offscreen-serve"),
    // Without HummingbirdTesting, which would bring a client with a second copy of BoringSSL to be built.
    .testTarget(name: "ServiceTests", dependencies: ["OffscreenService"]),
  ],
  swiftLanguageModes: [.v6]
)
