/// Windows bitmaps: all header versions, 1 to 32 bits, bit fields and run lengths.
enum BMPDecoder {
  static func info(_ bytes: [UInt8]) throws(ImageError) -> ImageInfo {
    let header = try DIBHeader(bytes, at: 14, format: .bmp)
    return ImageInfo(format: .bmp, storedWidth: header.width, storedHeight: header.height)
  }

  static func decode(_ bytes: [UInt8], _ info: ImageInfo) throws(ImageError) -> Bitmap {
    let header = try DIBHeader(bytes, at: 14, format: .bmp)
    // The file header says where the pixels begin; a senseless value means after the palette.
    var reader = ByteReader(bytes, from: 10)
    let stated = Int(reader.little32() ?? 0)
    let start = stated >= header.paletteEnd && stated < bytes.count ? stated : header.paletteEnd
    return try DIBPixels(bytes: bytes, header: header, start: start, format: .bmp).decode()
  }
}

/// The header of a device-independent bitmap, which BMP files have after their file header and icons
/// at the start of each picture.
/// https://learn.microsoft.com/en-us/windows/win32/gdi/bitmap-header-types
struct DIBHeader {
  enum Compression { case none, runs8, runs4, bitFields }

  var width: Int
  var height: Int
  var isTopDown = false
  var bitsPerPixel: Int
  var compression = Compression.none
  /// The masks of red, green, blue and alpha in a pixel of 16 or 32 bits.
  var masks: [UInt32] = [0, 0, 0, 0]
  /// Pixels `0xAARRGGBB`, opaque.
  var palette: [UInt32] = []
  var paletteEnd: Int

  init(_ bytes: [UInt8], at start: Int, format: ImageFormat) throws(ImageError) {
    var reader = ByteReader(bytes, from: start)
    guard let size = reader.little32() else { throw .malformed(format, "no header") }
    var stated = 0
    if size == 12 {
      guard let width = reader.little16(), let height = reader.little16(), reader.little16() != nil,
        let bits = reader.little16()
      else { throw .malformed(format, "no header") }
      (self.width, self.height, bitsPerPixel) = (width, height, bits)
    } else {
      guard size >= 16, size <= 256, let width = reader.little32(), let height = reader.little32(),
        reader.little16() != nil, let bits = reader.little16()
      else { throw .malformed(format, "no header") }
      // Both are signed; a negative height means that the first row is the top one.
      let signedHeight = Int(Int32(bitPattern: height))
      self.width = Int(Int32(bitPattern: width))
      isTopDown = signedHeight < 0
      self.height = abs(signedHeight)
      bitsPerPixel = bits
      if size >= 20 {
        switch reader.little32() {
        case 0: compression = .none
        case 1: compression = .runs8
        case 2: compression = .runs4
        case 3, 6: compression = .bitFields
        default: throw .unsupported(format, "this compression")
        }
      }
      reader.skip(12)  // the size of the pixels and the resolution
      if size >= 36 { stated = Int(clamping: reader.little32() ?? 0) }
    }
    guard width > 0, height > 0 else { throw .empty }
    switch (bitsPerPixel, compression) {
    case (1, .none), (2, .none), (4, .none), (8, .none), (16, .none), (24, .none), (32, .none): break
    case (8, .runs8), (4, .runs4), (16, .bitFields), (32, .bitFields): break
    default: throw .unsupported(format, "\(bitsPerPixel) bits with this compression")
    }

    var position = start + Int(size)
    if compression == .bitFields {
      // Version 2 and later have the masks inside the header, version 1 after it.
      reader = ByteReader(bytes, from: start + 40)
      let count = size >= 56 ? 4 : 3
      for index in 0..<count { masks[index] = reader.little32() ?? 0 }
      if size < 52 { position += 12 }
    } else if bitsPerPixel == 16 {
      masks = [0x7C00, 0x03E0, 0x001F, 0]
    } else if bitsPerPixel == 32 {
      masks = [0xFF0000, 0xFF00, 0xFF, 0]
    }

    let entryBytes = size == 12 ? 3 : 4
    if bitsPerPixel <= 8 {
      let most = 1 << bitsPerPixel
      let count = stated == 0 ? most : min(stated, most)
      reader = ByteReader(bytes, from: position)
      for _ in 0..<count {
        guard let blue = reader.byte(), let green = reader.byte(), let red = reader.byte() else { break }
        if entryBytes == 4 { reader.skip(1) }
        palette.append(0xFF00_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
      }
      position += count * entryBytes
    }
    paletteEnd = position
  }

  /// Bytes from one row of pixels to the next: whole groups of 32 bits.
  var rowBytes: Int { (width * bitsPerPixel + 31) / 32 * 4 }
}

/// The pixels of a device-independent bitmap.
struct DIBPixels {
  let bytes: [UInt8]
  let header: DIBHeader
  let start: Int
  let format: ImageFormat

  func decode() throws(ImageError) -> Bitmap {
    guard start < bytes.count else { throw .malformed(format, "no pixels") }
    let bitmap = try Bitmap(width: header.width, height: header.height)
    switch header.compression {
    case .runs8, .runs4: decodeRuns(into: bitmap)
    case .none, .bitFields:
      if header.bitsPerPixel <= 8 {
        decodeIndices(into: bitmap)
      } else if header.bitsPerPixel == 24 {
        decodeTriples(into: bitmap)
      } else {
        decodeMasked(into: bitmap)
      }
    }
    return bitmap
  }

  private func row(_ line: Int, of bitmap: Bitmap) -> UnsafeMutableBufferPointer<UInt32> {
    bitmap.row(header.isTopDown ? line : bitmap.height - 1 - line)
  }

  private func color(_ index: Int) -> UInt32 {
    index < header.palette.count ? header.palette[index] : 0xFF00_0000
  }

  private func decodeIndices(into bitmap: Bitmap) {
    let bits = header.bitsPerPixel
    let mask = (1 << bits) - 1
    for line in 0..<bitmap.height {
      let pixels = row(line, of: bitmap)
      let rowStart = start + line * header.rowBytes
      for x in 0..<bitmap.width {
        let bit = x * bits
        let position = rowStart + bit >> 3
        guard position < bytes.count else { return }
        pixels[x] = color(Int(bytes[position]) >> (8 - bits - bit & 7) & mask)
      }
    }
    bitmap.isOpaque = true
  }

  private func decodeTriples(into bitmap: Bitmap) {
    for line in 0..<bitmap.height {
      let pixels = row(line, of: bitmap)
      var position = start + line * header.rowBytes
      for x in 0..<bitmap.width {
        guard position + 2 < bytes.count else { return }
        pixels[x] =
          0xFF00_0000 | UInt32(bytes[position + 2]) << 16 | UInt32(bytes[position + 1]) << 8
          | UInt32(bytes[position])
        position += 3
      }
    }
    bitmap.isOpaque = true
  }

  private func decodeMasked(into bitmap: Bitmap) {
    let red = Channel(mask: header.masks[0])
    let green = Channel(mask: header.masks[1])
    let blue = Channel(mask: header.masks[2])
    let alpha = Channel(mask: header.masks[3])
    let bytesPerPixel = header.bitsPerPixel / 8
    for line in 0..<bitmap.height {
      let pixels = row(line, of: bitmap)
      var position = start + line * header.rowBytes
      for x in 0..<bitmap.width {
        guard position + bytesPerPixel <= bytes.count else { return }
        var value = UInt32(bytes[position]) | UInt32(bytes[position + 1]) << 8
        if bytesPerPixel == 4 {
          value |= UInt32(bytes[position + 2]) << 16 | UInt32(bytes[position + 3]) << 24
        }
        position += bytesPerPixel
        let opacity = header.masks[3] == 0 ? 255 : alpha.value(in: value)
        pixels[x] = premultiplied(
          opacity << 24 | red.value(in: value) << 16 | green.value(in: value) << 8 | blue.value(in: value))
      }
    }
    bitmap.isOpaque = header.masks[3] == 0
  }

  /// Run lengths: a count and an index (two, alternating, for 4 bits); after a zero an escape: 0 ends
  /// the row, 1 the picture, 2 moves right and down, more is that number of literal indices, padded
  /// to 16 bits. Pixels that are never set stay transparent.
  private func decodeRuns(into bitmap: Bitmap) {
    var reader = ByteReader(bytes, from: start)
    let isNibbles = header.compression == .runs4
    var (x, line) = (0, 0)
    func put(_ index: Int) {
      if x < bitmap.width, line < bitmap.height { row(line, of: bitmap)[x] = color(index) }
      x += 1
    }
    while line < bitmap.height, let count = reader.byte(), let value = reader.byte() {
      if count > 0 {
        for step in 0..<Int(count) {
          put(isNibbles ? Int(step & 1 == 0 ? value >> 4 : value & 15) : Int(value))
        }
        continue
      }
      switch value {
      case 0: (x, line) = (0, line + 1)
      case 1: return
      case 2:
        guard let right = reader.byte(), let down = reader.byte() else { return }
        x += Int(right)
        line += Int(down)
      default:
        let before = reader.position
        var pair: UInt8 = 0
        for step in 0..<Int(value) {
          if isNibbles {
            if step & 1 == 0 {
              guard let next = reader.byte() else { return }
              pair = next
            }
            put(Int(step & 1 == 0 ? pair >> 4 : pair & 15))
          } else {
            guard let index = reader.byte() else { return }
            put(Int(index))
          }
        }
        if (reader.position - before) & 1 != 0 { reader.skip(1) }
      }
    }
  }

  /// One colour's bits in a pixel, brought to 0...255.
  private struct Channel {
    let mask: UInt32
    let shift: UInt32
    let most: UInt32

    init(mask: UInt32) {
      self.mask = mask
      shift = mask == 0 ? 0 : UInt32(mask.trailingZeroBitCount)
      most = mask >> shift
    }

    func value(in pixel: UInt32) -> UInt32 {
      guard most > 0 else { return 0 }
      let part = UInt64((pixel & mask) >> shift)
      return UInt32(truncatingIfNeeded: (part * 255 + UInt64(most) / 2) / UInt64(most))
    }
  }
}
