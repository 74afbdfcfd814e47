import OffscreenLoading

/// A picture, encoded, and how it came about.
public struct RenderedPicture: Sendable {
  /// PNG.
  public var data: [UInt8]
  /// Device pixels.
  public var width: Int
  public var height: Int
  /// What was left out or could not be had.
  public var warnings: [String]
  public var timings: StageTimings

  /// Writes the picture as a whole file, or not at all. Missing folders are made.
  public func write(to path: String) throws(RenderError) { try Self.write(data, to: path) }

  static func write(_ bytes: [UInt8], to path: String) throws(RenderError) {
    do {
      try OutputFile.write(bytes, to: path)
    } catch {
      throw RenderError(.output, error.description)
    }
  }
}
