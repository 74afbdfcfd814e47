/// The header of a picture, before anything is decoded.
package struct ImageInfo: Equatable, Sendable {
  package var format: ImageFormat
  /// The stored size, before the orientation is applied.
  package var storedWidth: Int
  package var storedHeight: Int
  package var orientation: Orientation = .up
  /// In CSS pixels, where the file says that there are not as many as stored ones: before the orientation is applied.
  var correctedSize: CorrectedSize?

  /// The size as shown.
  package var width: Int { orientation.swapsSides ? storedHeight : storedWidth }
  package var height: Int { orientation.swapsSides ? storedWidth : storedHeight }

  struct CorrectedSize: Equatable, Sendable {
    var width: Int
    var height: Int
  }

  /// In CSS pixels, as shown.
  var naturalSize: CorrectedSize {
    let size = correctedSize ?? CorrectedSize(width: storedWidth, height: storedHeight)
    return orientation.swapsSides ? CorrectedSize(width: size.height, height: size.width) : size
  }

  /// How the stored rows must be turned to be shown, numbered as in Exif's tag 0x0112.
  package enum Orientation: UInt8, Sendable, CaseIterable {
    case up = 1
    case upMirrored, down, downMirrored, leftMirrored, right, rightMirrored, left

    package var swapsSides: Bool { rawValue >= 5 }
  }
}
