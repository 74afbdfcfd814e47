/// The marker segments of a JPEG before its scans.
/// https://www.w3.org/Graphics/JPEG/itu-t81.pdf, annex B
struct JPEGHeader {
  var width = 0
  var height = 0
  var components = 0
  var exif: ExifBlock?

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
        if let found = ExifBlock(bytes, from: start, to: start + length - 2) { exif = found }
      default: break
      }
      reader.position = start
      reader.skip(length - 2)
    }
  }
}
