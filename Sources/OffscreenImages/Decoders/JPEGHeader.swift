/// The marker segments of a JPEG before its scans.
/// https://www.w3.org/Graphics/JPEG/itu-t81.pdf, annex B
struct JPEGHeader {
  var width = 0
  var height = 0
  var components = 0
  var orientation = ImageInfo.Orientation.up

  /// Nil where no frame header is found.
  init?(_ bytes: [UInt8]) {
    var reader = ByteReader(bytes, from: 2)
    while true {
      // A marker is 0xFF, any number of fill bytes 0xFF, and a code that is neither 0 nor 0xFF.
      // Bytes between segments are skipped, as decoders do.
      guard var code = reader.byte() else { return nil }
      while code != 0xFF {
        guard let next = reader.byte() else { return nil }
        code = next
      }
      while code == 0xFF {
        guard let next = reader.byte() else { return nil }
        code = next
      }
      switch code {
      case 0x00, 0x01, 0xD0...0xD8: continue  // no segment follows
      case 0xD9, 0xDA: return nil  // the end, or a scan before the frame header
      default: break
      }
      guard let length = reader.big16(), length >= 2 else { return nil }
      let start = reader.position
      switch code {
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        guard reader.byte() != nil, let height = reader.big16(), let width = reader.big16(),
          let components = reader.byte()
        else { return nil }
        (self.width, self.height, self.components) = (width, height, Int(components))
        return
      case 0xE1:
        if let found = ExifOrientation.read(bytes, from: start, to: start + length - 2) {
          orientation = found
        }
      default: break
      }
      reader.position = start
      reader.skip(length - 2)
    }
  }
}

/// The orientation tag in an Exif block: a TIFF header and a first directory of 12-byte entries.
enum ExifOrientation {
  static func read(_ bytes: [UInt8], from start: Int, to end: Int) -> ImageInfo.Orientation? {
    let signature: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]  // "Exif", 0, 0
    guard start <= bytes.count, bytes[start...].starts(with: signature) else { return nil }
    return readTIFF(bytes, from: start + signature.count, to: end)
  }

  static func readTIFF(_ bytes: [UInt8], from start: Int, to end: Int) -> ImageInfo.Orientation? {
    var reader = ByteReader(bytes, from: start, to: end)
    guard let order = reader.little16() else { return nil }
    let isBig: Bool
    switch order {
    case 0x4949: isBig = false
    case 0x4D4D: isBig = true
    default: return nil
    }
    guard (isBig ? reader.big16() : reader.little16()) == 42,
      let offset = isBig ? reader.big32() : reader.little32()
    else { return nil }
    reader = ByteReader(bytes, from: start, to: end)
    reader.skip(Int(offset))
    guard let count = isBig ? reader.big16() : reader.little16() else { return nil }
    for _ in 0..<count {
      guard let tag = isBig ? reader.big16() : reader.little16() else { return nil }
      let type = isBig ? reader.big16() : reader.little16()
      reader.skip(4)
      let value = isBig ? reader.big16() : reader.little16()
      if tag == 0x0112 {
        guard type == 3, let value, let code = UInt8(exactly: value) else { return nil }
        return ImageInfo.Orientation(rawValue: code)
      }
      reader.skip(2)
    }
    return nil
  }
}
