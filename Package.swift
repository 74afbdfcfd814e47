// swift-tools-version: 6.2
import PackageDescription

/// A module of the pipeline. It sees only what it names, and it may name only lower rows of the
/// drawing in Sources/README.md; the package manager refuses circles.
func module(
  _ name: String, uses dependencies: [Target.Dependency] = [], resources: [Resource] = []
) -> Target {
  .target(name: name, dependencies: dependencies, exclude: ["README.md"], resources: resources)
}

/// `goldens`: whether pictures lie beside the tests. `lists`: folders of cases that the tests read.
func tests(
  _ name: String, uses dependencies: [Target.Dependency], goldens: Bool = false, lists: [String] = []
) -> Target {
  .testTarget(name: name, dependencies: dependencies, exclude: (goldens ? ["__Snapshots__"] : []) + lists)
}

/// What the fuzz targets call.
let fuzzed: [Target.Dependency] = [
  "Offscreen", "OffscreenStyle", "OffscreenCSS", "OffscreenHTML", "OffscreenDOM", "OffscreenText", "OffscreenImages",
  "OffscreenLoading", "OffscreenScript",
]

/// `OFFSCREEN_PRELUDE_FOLDER=1 swift build` makes a program for those who write the prelude: it reads the files that
/// the folder `OFFSCREEN_PRELUDE` holds as it starts.
let preludeSettings: [SwiftSetting] =
  Context.environment["OFFSCREEN_PRELUDE_FOLDER"] == nil ? [] : [.define("OFFSCREEN_PRELUDE_FOLDER")]

let package = Package(
  name: "offscreen",
  products: [
    .library(name: "Offscreen", targets: ["Offscreen"]),
    .library(name: "OffscreenBatch", targets: ["OffscreenBatch"]),
    .library(name: "OffscreenTesting", targets: ["OffscreenTesting"]),
    .library(name: "OffscreenXCTesting", targets: ["OffscreenXCTesting"]),
    .executable(name: "offscreen", targets: ["OffscreenCLI"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    // Tests only: the server that they load pages from.
    .package(url: "https://github.com/swhitty/FlyingFox", exact: "0.27.1"),
  ],
  targets: [
    // 0: system libraries
    .systemLibrary(
      name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
    .systemLibrary(
      name: "CFonts", pkgConfig: "cairo-ft fontconfig freetype2 harfbuzz fribidi",
      providers: [
        .apt([
          "libcairo2-dev", "libfontconfig-dev", "libfreetype-dev", "libharfbuzz-dev", "libfribidi-dev",
        ])
      ]),
    .systemLibrary(
      name: "CImageCodecs", pkgConfig: "libpng libturbojpeg libwebp libwebpdemux libgif libdeflate",
      providers: [
        .apt([
          "libpng-dev", "libturbojpeg0-dev", "libwebp-dev", "libgif-dev", "libdeflate-dev",
        ])
      ]),
    .systemLibrary(
      name: "CXML", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    .systemLibrary(name: "CPlatform"),
    // No link flags: these libraries are opened when they are needed.
    .systemLibrary(name: "CPango", providers: [.apt(["libpango-1.0-0"])]),
    .systemLibrary(name: "CICU", providers: [.apt(["libicu72"])]),
    .systemLibrary(name: "CCompression", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(
      name: "CCMark", providers: [.apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"])]),
    .systemLibrary(name: "CHyphen", providers: [.apt(["libhyphen-dev"])]),
    .systemLibrary(name: "CSixel", providers: [.apt(["libsixel-dev"])]),
    .systemLibrary(name: "CPoppler", providers: [.apt(["libpoppler-glib8"])]),
    .systemLibrary(name: "CJSC", providers: [.apt(["libjavascriptcoregtk-4.1-0"])]),
    .systemLibrary(name: "CCrypto", providers: [.apt(["libssl3"])]),
    .systemLibrary(name: "CHeif", providers: [.apt(["libheif1"])]),
    .systemLibrary(name: "CLittleCMS", providers: [.apt(["liblcms2-2"])]),
    .systemLibrary(
      name: "CGLib", pkgConfig: "glib-2.0", providers: [.apt(["libglib2.0-dev"])]),

    // 1
    module("OffscreenGeometry"),
    module("OffscreenPlatform", uses: ["CPlatform"]),
    // The bundled fonts lie beside what is built: `FontLocation` looks there. A new folder is named here.
    .target(
      name: "OffscreenFonts", path: "Fonts", exclude: ["README.md"],
      resources: ["fonts.conf", "comic-neue", "crosextra", "dejavu", "gelasio", "liberation", "noto", "wqy-microhei"]
        .map { .copy($0) }),
    // 2
    module("OffscreenDOM", uses: ["OffscreenPlatform"]),
    module(
      "OffscreenText",
      uses: ["OffscreenPlatform", "OffscreenFonts", "CFonts", "CICU", "CPango", "CGLib", "CHyphen"]),
    module(
      "OffscreenImages",
      uses: ["OffscreenPlatform", "CImageCodecs", "CHeif", "CLittleCMS", "CSixel"]),
    module("OffscreenLoading", uses: ["OffscreenPlatform", "CGLib", "CICU", "CCurl", "CCompression"]),
    // 3
    module("OffscreenHTML", uses: ["OffscreenDOM", "OffscreenPlatform", "CXML", "CCMark"]),
    module("OffscreenCSS", uses: ["OffscreenGeometry", "OffscreenDOM"]),
    // 4
    module(
      "OffscreenStyle", uses: ["OffscreenCSS", "OffscreenDOM", "OffscreenPlatform"],
      resources: [.embedInCode("Resources/html.css"), .embedInCode("Resources/quirks.css")]),
    // 5
    module(
      "OffscreenLayout",
      uses: [
        "OffscreenStyle", "OffscreenCSS", "OffscreenDOM", "OffscreenText", "OffscreenImages",
        "OffscreenGeometry",
      ]),
    // 6
    module(
      "OffscreenPaint",
      uses: [
        "OffscreenLayout", "OffscreenStyle", "OffscreenCSS", "OffscreenDOM", "OffscreenText",
        "OffscreenImages", "OffscreenGeometry",
      ]),
    // 7
    module(
      "OffscreenRaster",
      uses: [
        "OffscreenPaint", "OffscreenLayout", "OffscreenCSS", "OffscreenText", "OffscreenImages", "OffscreenGeometry",
        "CCairo", "CPoppler",
      ]),
    // The prelude's files, inside the program: Scripts/prelude.
    .target(name: "CScriptPrelude"),
    .target(
      name: "OffscreenScript",
      dependencies: [
        "OffscreenRaster", "OffscreenStyle", "OffscreenCSS", "OffscreenHTML", "OffscreenDOM", "OffscreenImages",
        "OffscreenLoading", "OffscreenPlatform", "CCrypto", "CJSC", "CScriptPrelude",
      ],
      exclude: ["README.md", "Prelude"], swiftSettings: preludeSettings),
    // 8
    module(
      "Offscreen",
      uses: [
        "OffscreenScript", "OffscreenRaster", "OffscreenPaint", "OffscreenLayout", "OffscreenStyle", "OffscreenCSS",
        "OffscreenHTML", "OffscreenDOM", "OffscreenText", "OffscreenImages", "OffscreenLoading",
        "OffscreenPlatform", "OffscreenGeometry",
      ],
      resources: [.embedInCode("Resources/markdown.css")]),
    // 9
    module(
      "OffscreenComparison",
      uses: [
        "Offscreen", "OffscreenStyle", "OffscreenCSS", "OffscreenHTML", "OffscreenDOM", "OffscreenImages",
        "OffscreenLoading",
      ],
      resources: [.embedInCode("Resources/report.html")]),
    module(
      "OffscreenBatch",
      uses: [
        "Offscreen", "OffscreenHTML", "OffscreenLoading", "OffscreenPlatform",
        .product(name: "Subprocess", package: "swift-subprocess"), "Yams",
      ]),
    // 10
    .target(name: "CICUStubData"),
    .executableTarget(
      name: "OffscreenCLI",
      dependencies: [
        "CICUStubData",
        "Offscreen", "OffscreenBatch", "OffscreenComparison", "OffscreenLoading", "OffscreenPlatform",
        .product(name: "ArgumentParser", package: "swift-argument-parser"), "Yams",
      ],
      exclude: ["README.md"]),
    module("OffscreenTesting", uses: ["Offscreen", "OffscreenComparison"]),
    module("OffscreenXCTesting", uses: ["OffscreenTesting"]),

    .target(
      name: "TestSupport",
      dependencies: [.product(name: "FlyingFox", package: "FlyingFox")],
      path: "Tests/TestSupport"),
    tests("OffscreenGeometryTests", uses: ["OffscreenGeometry"]),
    tests("OffscreenPlatformTests", uses: ["OffscreenPlatform"]),
    tests("OffscreenDOMTests", uses: ["OffscreenDOM"]),
    tests(
      "OffscreenTextTests",
      uses: ["OffscreenText", "CFonts", "OffscreenFonts", "OffscreenPlatform", "TestSupport"]),
    tests(
      "OffscreenImagesTests",
      uses: ["OffscreenImages", "CImageCodecs", "OffscreenPlatform", "TestSupport"]),
    tests(
      "OffscreenLoadingTests",
      uses: ["OffscreenLoading", "OffscreenPlatform", "TestSupport"]),
    tests("OffscreenScriptTests", uses: ["OffscreenScript"]),
    tests("OffscreenHTMLTests", uses: ["OffscreenHTML", "OffscreenDOM", "TestSupport"]),
    tests("OffscreenCSSTests", uses: ["OffscreenCSS", "OffscreenDOM", "OffscreenGeometry", "TestSupport"]),
    tests(
      "OffscreenStyleTests",
      uses: ["OffscreenStyle", "OffscreenCSS", "OffscreenHTML", "OffscreenDOM", "TestSupport"]),
    tests(
      "OffscreenLayoutTests",
      uses: ["OffscreenLayout", "OffscreenCSS", "OffscreenDOM", "OffscreenText", "OffscreenGeometry", "TestSupport"]),
    tests(
      "OffscreenPaintTests",
      uses: [
        "OffscreenPaint", "OffscreenLayout", "OffscreenCSS", "OffscreenDOM", "OffscreenText",
        "OffscreenGeometry", "TestSupport",
      ]),
    tests(
      "OffscreenRasterTests",
      uses: [
        "OffscreenRaster", "OffscreenPaint", "OffscreenCSS", "OffscreenText", "OffscreenImages",
        "OffscreenGeometry", "CCairo", "TestSupport",
      ]),
    tests(
      "OffscreenTests",
      uses: [
        "Offscreen", "OffscreenTesting", "OffscreenRaster", "OffscreenPaint", "OffscreenLayout", "OffscreenStyle",
        "OffscreenCSS", "OffscreenHTML", "OffscreenDOM", "OffscreenText", "OffscreenImages", "OffscreenLoading",
        "OffscreenGeometry", "TestSupport",
      ],
      goldens: true),
    tests(
      "OffscreenBatchTests",
      uses: ["OffscreenBatch", "Offscreen", "OffscreenLoading", "OffscreenPlatform", "TestSupport"]),
    tests(
      "CommandTests", uses: ["OffscreenCLI", "OffscreenImages", "OffscreenLoading", "TestSupport"],
      lists: ["FirstContact"]),
    tests(
      "OffscreenComparisonTests",
      uses: [
        "OffscreenComparison", "OffscreenImages", "OffscreenLoading", "Offscreen", "OffscreenHTML", "OffscreenDOM",
        "TestSupport", "OffscreenCLI",
      ]),
    tests(
      "OffscreenTestingTests", uses: ["OffscreenTesting", "OffscreenXCTesting", "Offscreen"],
      goldens: true),
    tests("SampleTests", uses: ["OffscreenTesting", "Offscreen", "TestSupport"]),
    .target(name: "FuzzTargets", dependencies: fuzzed, path: "Tests/Fuzzing/Targets"),
    .testTarget(
      name: "FuzzReplayTests", dependencies: ["FuzzTargets", "Offscreen", "TestSupport"],
      path: "Tests/Fuzzing/ReplayTests"),
  ],
  swiftLanguageModes: [.v6]
)

// Types are made by calling what makes them, in place of by their names, for which the runtime looks through every
// conformance in the program: a small page takes a seventh fewer instructions. The package manager refuses such flags in
// what other packages depend on.
if !Context.packageDirectory.contains("/checkouts/") {
  // Each function has a section of its own, so that the linker can put those of a start side by side.
  let flags = [
    "-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors", "-Xfrontend", "-function-sections",
  ]
  for target in package.targets where target.type == .regular || target.type == .executable {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(flags, .when(configuration: .release))]
  }
  // How the program is linked, for a short start: `Scripts/start-cost` holds it to that.
  package.targets.first { $0.name == "OffscreenCLI" }?.linkerSettings = [
    .unsafeFlags(
      [
        // Nothing that the program opens looks for the program's own names.
        "-Xlinker", "--no-export-dynamic",
        // Addresses that the loader sets right take three megabytes as a list, and thirty kilobytes as bits.
        "-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs",
        // What runs at a start lies side by side: `Scripts/start-order`.
        "-Xlinker", "--symbol-ordering-file=\(Context.packageDirectory)/Scripts/linking/start-order.txt",
        "-Xlinker", "--no-warn-symbol-ordering",
      ], .when(configuration: .release))
  ]
}

// `Scripts/fuzz` names libFuzzer's archive, and everything is built for it.
if let libFuzzer = Context.environment["OFFSCREEN_FUZZ"] {
  package.targets += [
    .systemLibrary(name: "CFuzzer", path: "Tests/Fuzzing/CFuzzer"),
    .executableTarget(
      name: "OffscreenFuzz", dependencies: ["FuzzTargets", "Offscreen", "OffscreenPlatform", "CFuzzer"],
      path: "Tests/Fuzzing/Driver",
      linkerSettings: [.unsafeFlags(["-sanitize=address", libFuzzer, "-lstdc++"])]),
  ]
  for target in package.targets where target.type == .regular || target.type == .executable {
    target.swiftSettings = [.unsafeFlags(["-sanitize=fuzzer,address"])]
  }
}
