import CImageCodecs
import OffscreenPlatform

/// GIF through giflib: the first frame on its logical screen.
enum GIFDecoder {
  /// The screen, grown where the first frame reaches beyond it, as in browsers.
  static func info(_ bytes: [UInt8]) throws(ImageError) -> ImageInfo {
    var reader = ByteReader(bytes, from: 6)
    guard let screenWidth = reader.little16(), let screenHeight = reader.little16(),
      let flags = reader.byte()
    else { throw .malformed(.gif, "no header") }
    reader.skip(2)
    if flags & 0x80 != 0 { reader.skip(3 << (Int(flags & 7) + 1)) }
    while let kind = reader.byte() {
      switch kind {
      case 0x21:  // an extension: its label and blocks up to an empty one
        reader.skip(1)
        while let length = reader.byte(), length != 0 { reader.skip(Int(length)) }
      case 0x2C:
        guard let left = reader.little16(), let top = reader.little16(),
          let width = reader.little16(), let height = reader.little16()
        else { throw .malformed(.gif, "the first frame is cut short") }
        return ImageInfo(
          format: .gif, storedWidth: max(screenWidth, left + width),
          storedHeight: max(screenHeight, top + height))
      default: throw .malformed(.gif, "an unknown block")
      }
    }
    throw .malformed(.gif, "no frame")
  }

  static func decode(_ bytes: [UInt8], _ info: ImageInfo) throws(ImageError) -> Bitmap {
    try bytes.withUnsafeBufferPointer { (buffer) throws(ImageError) in
      var input = Input(bytes: buffer)
      return try withUnsafeMutablePointer(to: &input) { (input) throws(ImageError) in
        var code: Int32 = 0
        let file = DGifOpen(
          input,
          { file, target, count in
            guard let file, let target, count > 0, let userData = file.pointee.UserData else { return 0 }
            return userData.assumingMemoryBound(to: Input.self).pointee.read(into: target, Int(count))
          }, &code)
        guard let file else { throw .malformed(.gif, message(code)) }
        defer { DGifCloseFile(file, nil) }
        return try decodeFirstFrame(file, info)
      }
    }
  }

  private static func decodeFirstFrame(
    _ file: UnsafeMutablePointer<GifFileType>, _ info: ImageInfo
  ) throws(ImageError) -> Bitmap {
    var transparent: Int?
    while true {
      var kind = UNDEFINED_RECORD_TYPE
      guard DGifGetRecordType(file, &kind) == GIF_OK else {
        throw .malformed(.gif, message(file.pointee.Error))
      }
      switch kind {
      case EXTENSION_RECORD_TYPE:
        var label: Int32 = 0
        var block: UnsafeMutablePointer<GifByteType>?
        guard DGifGetExtension(file, &label, &block) == GIF_OK else {
          throw .malformed(.gif, message(file.pointee.Error))
        }
        // A graphic control extension: length, flags, delay, the transparent index.
        if label == GRAPHICS_EXT_FUNC_CODE, let block, block[0] >= 4 {
          transparent = block[1] & 1 != 0 ? Int(block[4]) : nil
        }
        while block != nil {
          guard DGifGetExtensionNext(file, &block) == GIF_OK else {
            throw .malformed(.gif, message(file.pointee.Error))
          }
        }
      case IMAGE_DESC_RECORD_TYPE:
        guard DGifGetImageDesc(file) == GIF_OK else {
          throw .malformed(.gif, message(file.pointee.Error))
        }
        return try decodeRows(file, info, transparent)
      default: throw .malformed(.gif, "no frame")
      }
    }
  }

  private static func decodeRows(
    _ file: UnsafeMutablePointer<GifFileType>, _ info: ImageInfo, _ transparent: Int?
  ) throws(ImageError) -> Bitmap {
    let frame = file.pointee.Image
    let (left, top) = (Int(frame.Left), Int(frame.Top))
    let (width, height) = (Int(frame.Width), Int(frame.Height))
    guard width > 0, height > 0, left >= 0, top >= 0, left + width <= info.storedWidth,
      top + height <= info.storedHeight
    else { throw .malformed(.gif, "the first frame is empty") }
    let bitmap = try Bitmap(width: info.storedWidth, height: info.storedHeight)
    let palette = colors(of: frame.ColorMap ?? file.pointee.SColorMap, transparent)

    var line = [GifPixelType](repeating: 0, count: width)
    var isComplete = true
    rows: for (first, step) in frame.Interlace ? [(0, 8), (4, 8), (2, 4), (1, 2)] : [(0, 1)] {
      for y in Swift.stride(from: first, to: height, by: step) {
        guard DGifGetLine(file, &line, Int32(width)) == GIF_OK else {
          isComplete = false
          break rows
        }
        let row = bitmap.row(top + y)
        for x in 0..<width { row[left + x] = palette[Int(line[x])] }
      }
    }
    bitmap.isOpaque =
      isComplete && transparent == nil && width == bitmap.width && height == bitmap.height
    return bitmap
  }

  /// 256 pixels; indices without a colour are black, the transparent one is transparent.
  private static func colors(of map: UnsafeMutablePointer<ColorMapObject>?, _ transparent: Int?) -> [UInt32] {
    var palette = [UInt32](repeating: 0xFF00_0000, count: 256)
    if let map, let colors = map.pointee.Colors {
      for index in 0..<max(0, min(256, Int(map.pointee.ColorCount))) {
        let color = colors[index]
        palette[index] =
          0xFF00_0000 | UInt32(color.Red) << 16 | UInt32(color.Green) << 8 | UInt32(color.Blue)
      }
    }
    if let transparent, palette.indices.contains(transparent) { palette[transparent] = 0 }
    return palette
  }

  private static func message(_ code: Int32) -> String {
    GifErrorString(code).map { String(cString: $0) } ?? "unreadable"
  }

  private struct Input {
    let bytes: UnsafeBufferPointer<UInt8>
    var position = 0

    mutating func read(into target: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int32 {
      let count = min(count, bytes.count - position)
      guard count > 0, let base = bytes.baseAddress else { return 0 }
      memcpy(target, base + position, count)
      position += count
      return Int32(count)
    }
  }
}
