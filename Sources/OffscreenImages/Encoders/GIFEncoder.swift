import CImageCodecs

extension Bitmap {
  /// The picture as a GIF file of one frame. Up to 256 colours stay as they are; of more, 256 are chosen and
  /// mixed by ordered dithering. A pixel is transparent or not: half of the alpha decides.
  package func gifData() throws(ImageError) -> [UInt8] {
    guard width <= 65_535, height <= 65_535 else { throw .encoding("GIF has no more than 65,535 pixels a side") }
    let picture = isOpaque ? self : try withHardEdges()
    let palette: [UInt32]
    let indexes: (Int, Int) -> UInt8
    if let colors = ColorIndex.colors(of: picture, most: 256) {
      let exact = ColorIndex(colors: colors)
      palette = colors
      indexes = { exact.index(of: picture.row($1)[$0]) }
    } else {
      let quantizer = ColorQuantizer(picture, most: 256)
      palette = quantizer.palette
      indexes = { quantizer.index(of: picture.row($1)[$0], x: $0, y: $1) }
    }
    return try GIFFile(width: width, height: height, palette: palette).write(indexes)
  }

  /// Each pixel opaque or, as 0, transparent.
  private func withHardEdges() throws(ImageError) -> Bitmap {
    let result = try Bitmap(width: width, height: height)
    let (source, target) = (pixels, result.pixels)
    for index in source.indices {
      let pixel = source[index]
      target[index] = pixel >> 24 < 128 ? 0 : unpremultiplied(pixel) | 0xFF00_0000
    }
    return result
  }
}

/// Writes through giflib.
private struct GIFFile {
  let width: Int
  let height: Int
  /// `0xAARRGGBB`; 0 is transparent.
  let palette: [UInt32]

  private final class Output {
    var bytes: [UInt8] = []
  }

  func write(_ index: (Int, Int) -> UInt8) throws(ImageError) -> [UInt8] {
    let output = Output()
    var code: Int32 = 0
    let file = EGifOpen(
      Unmanaged.passUnretained(output).toOpaque(),
      { file, bytes, count in
        guard let userData = file?.pointee.UserData, let bytes, count > 0 else { return 0 }
        let output = Unmanaged<Output>.fromOpaque(userData).takeUnretainedValue()
        output.bytes.append(contentsOf: UnsafeBufferPointer(start: bytes, count: Int(count)))
        return count
      }, &code)
    guard let file else { throw .encoding("GIF: \(Self.message(code))") }
    let isWritten = frame(into: file, index)
    let failure = file.pointee.Error
    let isClosed = EGifCloseFile(file, &code) == GIF_OK
    guard isWritten, isClosed else { throw .encoding("GIF: \(Self.message(isWritten ? code : failure))") }
    return withExtendedLifetime(output) { output.bytes }
  }

  private func frame(into file: UnsafeMutablePointer<GifFileType>, _ index: (Int, Int) -> UInt8) -> Bool {
    // The number of colours is a power of two, and at least two.
    var bits: Int32 = 1
    while 1 << bits < palette.count { bits += 1 }
    guard let map = GifMakeMapObject(1 << bits, nil) else { return false }
    defer { GifFreeMapObject(map) }
    guard let colors = map.pointee.Colors else { return false }
    for place in 0..<1 << Int(bits) {
      let color = place < palette.count ? palette[place] : 0
      colors[place] = GifColorType(
        Red: UInt8(truncatingIfNeeded: color >> 16), Green: UInt8(truncatingIfNeeded: color >> 8),
        Blue: UInt8(truncatingIfNeeded: color))
    }
    EGifSetGifVersion(file, true)
    let (columns, rows) = (Int32(width), Int32(height))
    guard EGifPutScreenDesc(file, columns, rows, 8, 0, map) == GIF_OK else { return false }
    if let transparent = palette.firstIndex(of: 0) {
      // A graphic control extension: the flag of a transparent colour, no delay, its index.
      let control: [UInt8] = [1, 0, 0, UInt8(truncatingIfNeeded: transparent)]
      guard EGifPutExtension(file, Int32(GRAPHICS_EXT_FUNC_CODE), Int32(control.count), control) == GIF_OK
      else { return false }
    }
    guard EGifPutImageDesc(file, 0, 0, columns, rows, false, nil) == GIF_OK else { return false }
    var line = [UInt8](repeating: 0, count: width)
    for y in 0..<height {
      for x in 0..<width { line[x] = index(x, y) }
      guard EGifPutLine(file, &line, columns) == GIF_OK else { return false }
    }
    return true
  }

  private static func message(_ code: Int32) -> String {
    GifErrorString(code).map { String(cString: $0) } ?? "giflib does not take it"
  }
}
