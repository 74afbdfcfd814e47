import Foundation
import Glibc
import Offscreen

/// What became of one page: a line of `manifest.ndjson`.
package struct ManifestEntry: Codable, Sendable {
  package var input: String
  /// The picture's place below the folder of the manifest.
  package var output: String
  package var ok: Bool
  package var width: Int?
  package var height: Int?
  /// Of the picture's file.
  package var bytes: Int?
  package var milliseconds: Double?
  package var warnings: [String]?
  package var error: String?
  package var cause: String?
  /// The files that the page was made from; those that were missing have no hash. Paths below the
  /// working folder are relative to it, so that a copy of the tree needs no rendering.
  package var files: [UsedResource]
  /// Stands for the options and for the program with its fonts and libraries.
  package var key: String
}

/// `manifest.ndjson` in the output folder: one line for each page. While a batch runs, lines are added
/// at the end, so that nothing is lost when it is killed; the last line of a page counts.
package struct Manifest {
  package static let fileName = "manifest.ndjson"

  package private(set) var entries: [String: ManifestEntry] = [:]
  private let path: String

  /// The manifest of an output folder, empty where there is none. Lines that are no entries, such as one
  /// cut off by a crash, are passed over.
  package init(folder: String) {
    path = folder + "/" + Self.fileName
    guard let data = FileManager.default.contents(atPath: path) else { return }
    let decoder = JSONDecoder()
    for line in data.split(separator: 0x0A) {
      if let entry = try? decoder.decode(ManifestEntry.self, from: line) { entries[entry.output] = entry }
    }
  }

  /// Adds an entry, to the file too.
  package mutating func add(_ entry: ManifestEntry) throws(BatchError) {
    entries[entry.output] = entry
    guard let line = Self.line(entry) else { throw BatchError("\(path): the entry of \(entry.input) cannot be written") }
    // One call of write(2) at the end of the file: whatever happens, the line is there or it is not.
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw failure() }
    defer { close(descriptor) }
    let written = line.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    guard written == line.count else { throw failure() }
  }

  /// Writes the file anew with these pages, in this order.
  package func finish(order: [String]) throws(BatchError) {
    var data: [UInt8] = []
    for output in order {
      if let entry = entries[output], let line = Self.line(entry) { data += line }
    }
    try OutputFiles.write(data, to: path)
  }

  private static func line(_ entry: ManifestEntry) -> [UInt8]? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(entry) else { return nil }
    return Array(data) + [0x0A]
  }

  private func failure() -> BatchError {
    BatchError("\(path): cannot be written: \(String(cString: strerror(errno)))")
  }
}
