import Foundation

/// Where a golden picture is, and where what fails goes.
struct GoldenFile: Sendable {
  /// Of the test's file.
  let folder: String
  /// Its name in messages: `CardTests/rendersCard.card`.
  let name: String
  let path: String
  /// For pictures and the report of a failure.
  let failures: String

  /// `arguments`: of a parameterised test. `explicit`: a path in place of the usual one, relative to the
  /// test's file.
  init(
    testFile: String, testName: String, name: String?, arguments: [String], explicit: String?,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    let file = URL(filePath: testFile)
    folder = file.deletingLastPathComponent().path
    let stem = file.deletingPathExtension().lastPathComponent
    // A raw identifier is between backticks.
    let test =
      testName.first == "`"
      ? String(testName.dropFirst().prefix { $0 != "`" }) : String(testName.prefix { $0 != "(" && $0 != " " })
    let parts = [test] + (name.map { [$0] } ?? []) + arguments
    let leaf = parts.map(Self.fileName).joined(separator: ".")
    if let explicit {
      path = explicit.hasPrefix("/") ? explicit : folder + "/" + explicit
      self.name = URL(filePath: path).deletingPathExtension().lastPathComponent
    } else {
      path = "\(folder)/__Snapshots__/\(stem)/\(leaf).png"
      self.name = "\(stem)/\(leaf)"
    }
    let failuresFolder =
      environment["GOLDEN_FAILURES"].flatMap { $0.isEmpty ? nil : $0 } ?? Self.usualFailures(near: folder)
    failures = "\(failuresFolder)/\(stem)/\(explicit == nil ? leaf : Self.fileName(self.name))"
  }

  /// `.build/golden-failures` of the package that the folder is in; the folder for temporary files where
  /// there is none.
  private static func usualFailures(near folder: String) -> String {
    var above = URL(filePath: folder).standardizedFileURL
    for _ in 0..<64 where above.path != "/" {
      if FileManager.default.fileExists(atPath: above.appending(path: "Package.swift").path) {
        return above.appending(path: ".build/golden-failures").path
      }
      above.deleteLastPathComponent()
    }
    return FileManager.default.temporaryDirectory.appending(path: "golden-failures").path
  }

  /// Letters, digits, `-` and `_` stay; where anything else was, or much of it, a number keeps names
  /// apart that would become the same.
  static func fileName(_ text: String) -> String {
    var out = ""
    for scalar in text.unicodeScalars.prefix(60) {
      let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      if isPlain || scalar == "-" || scalar == "_" {
        out.unicodeScalars.append(scalar)
      } else if !out.hasSuffix("-") {
        out += "-"
      }
    }
    if out == text { return out }
    var hash: UInt32 = 0x811C_9DC5
    for byte in text.utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
    return out + "-" + String(hash, radix: 36)
  }
}
