import CImageCodecs

extension Bitmap {
  /// The picture as a WebP file: lossy at a quality from 0 to 100, or lossless where none is given.
  package func webpData(quality: Int?) throws(ImageError) -> [UInt8] {
    guard width <= 16_383, height <= 16_383 else { throw .encoding("WebP has no more than 16,383 pixels a side") }
    let source = try isOpaque ? self : withPlainColors()
    let bytes = source.data.assumingMemoryBound(to: UInt8.self)
    var output: UnsafeMutablePointer<UInt8>?
    defer { WebPFree(output) }
    let count =
      if let quality {
        WebPEncodeBGRA(
          bytes, Int32(width), Int32(height), Int32(stride), Float(max(0, min(quality, 100))), &output)
      } else {
        WebPEncodeLosslessBGRA(bytes, Int32(width), Int32(height), Int32(stride), &output)
      }
    guard count > 0, let output else { throw .encoding("WebP does not take it") }
    return Array(UnsafeBufferPointer(start: output, count: count))
  }

  /// The picture with colours that are not multiplied by their alpha.
  private func withPlainColors() throws(ImageError) -> Bitmap {
    let result = try Bitmap(width: width, height: height)
    let (source, target) = (pixels, result.pixels)
    for index in source.indices { target[index] = unpremultiplied(source[index]) }
    return result
  }
}
