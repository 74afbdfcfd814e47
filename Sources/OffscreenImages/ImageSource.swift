/// The bytes of a raster picture whose header has been read and found acceptable.
package struct ImageSource: Sendable {
  package let bytes: [UInt8]
  package private(set) var info: ImageInfo
  /// Whether the file has an orientation that is not applied.
  package private(set) var ignoresOrientation = false

  /// The most pixels that one picture may have, as in findings: 50 megapixels.
  package static let maximumPixels = 50_000_000

  /// Reads the header only. Nothing is allocated for pixels.
  package init(bytes: [UInt8], maximumPixels: Int = ImageSource.maximumPixels) throws(ImageError) {
    guard let format = ImageFormat.sniff(bytes) else { throw .unknownFormat }
    let info: ImageInfo =
      switch format {
      case .png: try PNGDecoder.info(bytes)
      case .jpeg: try JPEGDecoder.info(bytes)
      case .gif: try GIFDecoder.info(bytes)
      case .webp: try WebPDecoder.info(bytes)
      case .bmp: try BMPDecoder.info(bytes)
      case .icon, .cursor: try IconDecoder.info(bytes, format: format)
      case .avif: try AVIFDecoder.info(bytes)
      case .svg: throw .unsupported(format, "this format")
      }
    guard info.storedWidth > 0, info.storedHeight > 0 else { throw .empty }
    let (pixels, overflow) = info.storedWidth.multipliedReportingOverflow(by: info.storedHeight)
    guard !overflow, pixels <= min(maximumPixels, Bitmap.maximumPixels) else {
      throw .tooLarge(width: info.width, height: info.height)
    }
    self.bytes = bytes
    self.info = info
  }

  /// The picture as it is stored, its orientation left aside.
  package var unturned: ImageSource {
    var copy = self
    copy.info.orientation = .up
    copy.ignoresOrientation = info.orientation != .up
    return copy
  }

  /// Decodes the picture, with its orientation and its colour profile applied.
  ///
  /// `reduction` (1, 2, 4 or 8) says that a picture whose sides are that much smaller is enough: the
  /// decoder may give one of any size between that and the full one. Only JPEG makes use of it.
  ///
  /// A picture that ends too early or is broken in the middle is shown as far as it goes.
  package func decode(reduction: Int = 1) throws(ImageError) -> Bitmap {
    inColors(try Self.decodeSamples(bytes, info, reduction: reduction))
  }

  private func inColors(_ bitmap: Bitmap) -> Bitmap {
    EmbeddedProfile.find(bytes, info.format)?.apply(to: bitmap)
    return bitmap
  }

  // MARK: Animations

  /// Nil where the picture stands still.
  func animation() -> ImageAnimation? {
    switch info.format {
    case .png: AnimatedPNG.read(bytes, info)
    case .gif: AnimatedGIF.read(bytes, info)
    case .webp: AnimatedWebP.read(bytes, info)
    case .jpeg, .bmp, .icon, .cursor, .avif, .svg: nil
    }
  }

  /// The picture at one of its frames.
  func decode(_ animation: ImageAnimation, frame: Int) throws(ImageError) -> Bitmap {
    inColors(
      try FrameCanvas.picture(animation, frame: frame, width: info.storedWidth, height: info.storedHeight) {
        (frame) throws(ImageError) in
        let part = ImageInfo(format: info.format, storedWidth: frame.width, storedHeight: frame.height)
        return try Self.decodeSamples(still(frame, animation), part, reduction: 1)
      })
  }

  private func still(_ frame: ImageAnimation.Frame, _ animation: ImageAnimation) -> [UInt8] {
    switch info.format {
    case .png: AnimatedPNG.still(frame, animation, bytes)
    case .gif: AnimatedGIF.still(frame, animation, bytes)
    default: AnimatedWebP.still(frame, bytes)
    }
  }

  private static func decodeSamples(
    _ bytes: [UInt8], _ info: ImageInfo, reduction: Int
  ) throws(ImageError) -> Bitmap {
    switch info.format {
    case .png: try PNGDecoder.decode(bytes, info)
    case .jpeg: try JPEGDecoder.decode(bytes, info, reduction: reduction)
    case .gif: try GIFDecoder.decode(bytes, info)
    case .webp: try WebPDecoder.decode(bytes, info)
    case .bmp: try BMPDecoder.decode(bytes, info)
    case .icon, .cursor: try IconDecoder.decode(bytes, info)
    case .avif: try AVIFDecoder.decode(bytes, info)
    case .svg: throw .unsupported(info.format, "this format")
    }
  }
}
