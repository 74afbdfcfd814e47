import CImageCodecs

extension Bitmap {
  /// The picture as a JPEG file, what is transparent on white. From quality 90 on, colours keep their
  /// full resolution: small text would show it.
  package func jpegData(quality: Int) throws(ImageError) -> [UInt8] {
    guard width <= 65_500, height <= 65_500 else { throw .encoding("JPEG has no more than 65,500 pixels a side") }
    guard let compressor = tjInitCompress() else { throw .outOfMemory }
    defer { tjDestroy(compressor) }
    let source = isOpaque ? self : try onWhite()
    let quality = max(1, min(quality, 100))
    var output: UnsafeMutablePointer<UInt8>?
    var count: UInt = 0
    defer { tjFree(output) }
    let result = tjCompress2(
      compressor, source.data.assumingMemoryBound(to: UInt8.self), Int32(width), Int32(stride),
      Int32(height), Int32(TJPF_BGRX.rawValue), &output, &count,
      Int32((quality >= 90 ? TJSAMP_444 : TJSAMP_420).rawValue), Int32(quality), TJFLAG_ACCURATEDCT)
    guard result == 0, let output else {
      throw .encoding(String(cString: tjGetErrorStr2(compressor)))
    }
    return Array(UnsafeBufferPointer(start: output, count: Int(count)))
  }

  /// The picture drawn on white.
  package func onWhite() throws(ImageError) -> Bitmap {
    let result = try Bitmap(width: width, height: height)
    let (source, target) = (pixels, result.pixels)
    for index in source.indices { target[index] = OffscreenImages.onWhite(source[index]) }
    result.isOpaque = true
    return result
  }
}

/// A premultiplied pixel on white.
@inline(__always)
func onWhite(_ pixel: UInt32) -> UInt32 {
  let rest = 255 &- pixel >> 24
  // The parts of a well-formed pixel are at most its alpha, so that nothing overflows; those of an
  // ill-formed one must not disturb their neighbours.
  let red = min(255, (pixel >> 16 & 255) &+ rest)
  let green = min(255, (pixel >> 8 & 255) &+ rest)
  let blue = min(255, (pixel & 255) &+ rest)
  return 0xFF00_0000 | red << 16 | green << 8 | blue
}
