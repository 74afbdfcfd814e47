import Foundation
import Offscreen
import OffscreenLoading
import OffscreenPlatform

/// A file or address that a page was made from.
package struct UsedFile: Codable, Sendable, Equatable {
  /// A path, relative where it is below the working folder; a `file:` address where its bytes are not valid
  /// UTF-8; or an address.
  package var url: String
  /// SHA-256 of what was read, in hexadecimal; nil where it was not.
  package var sha256: String?
  package var bytes: Int?
  package var error: String?
  /// Of a file that was not read though it is there: when it was changed last, and whether it could be.
  package var modified: String?

  package init(url: String, sha256: String? = nil, bytes: Int? = nil, error: String? = nil, modified: String? = nil) {
    (self.url, self.sha256, self.bytes, self.error, self.modified) = (url, sha256, bytes, error, modified)
  }
}

/// The result of one page: a line of `manifest.ndjson`.
package struct ManifestEntry: Codable, Sendable {
  /// The page's name: a path, an address; a `file:` address where a path's bytes are not valid UTF-8.
  package var input: String
  /// The picture's place below the folder of the manifest; empty where there is none for it.
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
  /// Of the page's answer over HTTP.
  package var status: Int?
  /// The page's, after redirects and without a password.
  package var address: String?
  package var title: String?
  /// The files that the page was made from; those that were missing have no hash. Paths below the
  /// working folder are relative to it, so that a copy of the tree needs no rendering.
  package var files: [UsedFile]
  /// Stands for the options and for the program with its fonts and libraries. Empty where the page failed for
  /// reasons outside of it: then it is tried again.
  package var key: String
}

/// `manifest.ndjson` in the output folder: one line for each page. While a batch runs, lines are added
/// at the end, so that nothing is lost when it is killed; the last line of a page counts.
package struct Manifest {
  package static let fileName = "manifest.ndjson"
  /// Bytes of it that are read.
  private static let mostBytes = 2 << 30

  /// By their pictures.
  package private(set) var entries: [String: ManifestEntry] = [:]
  /// The picture of a last line that was cut off: it is ours, though not known to be whole.
  private(set) var cutOutput: String?
  /// Whether a file of that name is not ours.
  package private(set) var isForeign = false
  private let path: String
  /// Whether the file ends within a line: the next one must not join it.
  private var endsInLine = false

  /// The manifest of an output folder, empty where there is none. Lines that are no entries, such as one
  /// cut off by a crash, are passed over; where none is one, the file is not ours.
  package init(folder: String) throws(BatchError) {
    path = PagePath.text(Self.fileName, in: folder)
    let text: [UInt8]
    let file = FilePath.bytes(of: path)
    guard FilePath.status(file) != nil else { return }
    do {
      text = try FileReader.read(path: FilePath.absolute(file), limit: Self.mostBytes)
    } catch {
      throw BatchError("\(path): cannot be read: \(error.description)")
    }
    let decoder = JSONDecoder()
    var others = 0
    endsInLine = !text.isEmpty && text.last != 0x0A
    for line in text.split(separator: 0x0A) {
      if let entry = try? decoder.decode(ManifestEntry.self, from: Data(line)) {
        entries[entry.output] = entry
      } else {
        others += 1
      }
    }
    if endsInLine, let last = text.split(separator: 0x0A).last { cutOutput = Self.output(inStartOf: Array(last)) }
    // Failures may have no picture; and the first line of all may have been cut off.
    isForeign = entries.isEmpty && others > (cutOutput == nil ? 0 : 1)
    entries[""] = nil
  }

  /// Adds an entry, to the file too.
  package mutating func add(_ entry: ManifestEntry) throws(BatchError) {
    if !entry.output.isEmpty { entries[entry.output] = entry }
    guard var line = Self.line(entry) else {
      throw BatchError("\(path): the entry of \(entry.input) cannot be written")
    }
    if endsInLine { line.insert(0x0A, at: 0) }
    // One call of write(2) at the end of the file: whatever happens, the line is there or it is not.
    let descriptor = FilePath.withCString(FilePath.bytes(of: path)) { pointer in
      pointer.map { open($0, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666) } ?? -1
    }
    guard descriptor >= 0 else { throw failure(errno) }
    defer { close(descriptor) }
    let written = line.withUnsafeBytes { OffscreenPlatform.write(descriptor, $0.baseAddress, $0.count) }
    endsInLine = written > 0 && written < line.count
    // A line that was cut short has met the end of the disk.
    guard written == line.count else { throw failure(written < 0 ? errno : ENOSPC) }
  }

  /// Forgets the pictures that are not there any more.
  mutating func remove(_ outputs: some Sequence<String>) {
    for output in outputs { entries[output] = nil }
  }

  /// Writes the file anew: these entries in this order, and then those of earlier runs.
  package func finish(_ current: [ManifestEntry]) throws(BatchError) {
    var data: [UInt8] = []
    for entry in current { data += Self.line(entry) ?? [] }
    let named = Set(current.map(\.output))
    for (output, entry) in entries.sorted(by: { $0.key < $1.key }) where !named.contains(output) {
      data += Self.line(entry) ?? []
    }
    try OutputFiles.write(data, to: path)
  }

  /// The picture comes first, so that a line that is cut off still names it.
  private static let start = #"{"output":"#

  private static func line(_ entry: ManifestEntry) -> [UInt8]? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(entry), let output = try? encoder.encode(entry.output) else { return nil }
    // Within texts, quotation marks are escaped: this is the key itself, and never the first one.
    let field = Data(#","output":"#.utf8) + output
    guard let place = data.range(of: field) else { return nil }
    var line = Array(start.utf8)
    line += output
    line.append(UInt8(ascii: ","))
    line += data[1..<place.lowerBound]
    line += data[place.upperBound...]
    line.append(0x0A)
    return line
  }

  private static func output(inStartOf line: [UInt8]) -> String? {
    guard line.starts(with: start.utf8) else { return nil }
    let rest = line.dropFirst(start.utf8.count)
    for (index, byte) in zip(rest.indices, rest).dropFirst() where byte == UInt8(ascii: "\"") {
      if let output = try? JSONDecoder().decode(String.self, from: Data(rest[...index])) { return output }
    }
    return nil
  }

  private func failure(_ code: Int32) -> BatchError { BatchError(OutputError(path: path, code: code).description) }
}
