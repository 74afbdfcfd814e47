import Foundation
import OffscreenLoading

/// A picture, encoded.
public struct RenderedPicture: Sendable {
  /// The bytes of the file, in the format that was asked for.
  public var data: [UInt8]
  /// Device pixels.
  public var width: Int
  public var height: Int
  /// Which of the outputs it is for.
  package var output = 0
  /// Of several pictures for one output, from 1.
  package var number: Int?

  package init(data: [UInt8], width: Int, height: Int) {
    (self.data, self.width, self.height) = (data, width, height)
  }

  /// The path of an output, for this one of its pictures.
  package func path(_ path: String) -> String {
    number.map { path.replacingOccurrences(of: "%d", with: String($0)) } ?? path
  }

  /// Writes the picture as a whole file, or not at all; `-` is standard output. Missing folders are
  /// made.
  public func write(to path: String) throws(RenderError) { try Self.write(data, to: path) }

  package static func write(_ bytes: [UInt8], to path: String) throws(RenderError) {
    do {
      if path == "-" { try OutputFile.writeStandardOutput(bytes) } else { try OutputFile.write(bytes, to: path) }
    } catch {
      throw RenderError(.output, error.description)
    }
  }
}

/// The pictures of one page, and how they came about.
public struct Rendering: Sendable {
  /// One for each output, in their order.
  public var pictures: [RenderedPicture]
  /// What was left out or could not be had.
  public var warnings: [String]
  public var timings: StageTimings
  public var resources: [UsedResource]
  public var facts: PageFacts
  /// What the options' expression gave; nil without one.
  public var evaluation: PageEvaluation?
  /// What the page wrote to its console, where the options ask for it.
  public var console: [ConsoleLine] = []
}

/// A file or address that a page was made from.
public struct UsedResource: Codable, Hashable, Sendable {
  /// The path of a file, or the address.
  public var url: String
  /// SHA-256 of the bytes, in hexadecimal; nil where it could not be had.
  public var sha256: String?
  public var bytes: Int?
  /// Why it could not be had.
  public var error: String?

  public init(url: String, sha256: String? = nil, bytes: Int? = nil, error: String? = nil) {
    (self.url, self.sha256, self.bytes, self.error) = (url, sha256, bytes, error)
  }
}
