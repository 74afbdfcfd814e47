/// Windows icons and cursors: the largest picture inside, a PNG or a bitmap with a mask.
/// https://learn.microsoft.com/en-us/previous-versions/ms997538(v=msdn.10)
enum IconDecoder {
  /// One picture of the directory.
  private struct Entry {
    var width: Int
    var height: Int
    var bits: Int
    var start: Int
    var count: Int
  }

  static func info(_ bytes: [UInt8], format: ImageFormat) throws(ImageError) -> ImageInfo {
    let (_, info) = try best(bytes, format)
    return ImageInfo(format: format, storedWidth: info.storedWidth, storedHeight: info.storedHeight)
  }

  static func decode(_ bytes: [UInt8], _ info: ImageInfo) throws(ImageError) -> Bitmap {
    let (entry, _) = try best(bytes, info.format)
    let part = Array(bytes[entry.start..<(entry.start + entry.count)])
    if ImageFormat.sniff(part) == .png { return try PNGDecoder.decode(part, PNGDecoder.info(part)) }
    var header = try DIBHeader(part, at: 0, format: info.format)
    header.height = info.storedHeight
    if header.compression == .none, header.bitsPerPixel == 32 { header.masks[3] = 0xFF00_0000 }
    let bitmap = try DIBPixels(
      bytes: part, header: header, start: header.paletteEnd, format: info.format
    ).decode()
    // With 32 bits the alpha of the pixels counts, unless there is none at all.
    if header.bitsPerPixel == 32, bitmap.pixels.contains(where: { $0 >> 24 != 0 }) { return bitmap }
    if header.bitsPerPixel == 32 {
      header.masks[3] = 0
      let opaque = try DIBPixels(
        bytes: part, header: header, start: header.paletteEnd, format: info.format
      ).decode()
      applyMask(part, header, to: opaque)
      return opaque
    }
    applyMask(part, header, to: bitmap)
    return bitmap
  }

  /// The entry with the most pixels, of equals the one with the most colours, that has a readable
  /// header; with that header's size, which counts more than the directory's.
  private static func best(_ bytes: [UInt8], _ format: ImageFormat) throws(ImageError) -> (Entry, ImageInfo) {
    var found: (entry: Entry, info: ImageInfo)?
    var failure = ImageError.malformed(format, "no picture inside")
    for entry in entries(bytes, format) {
      if let found {
        let (new, old) = (entry.width * entry.height, found.entry.width * found.entry.height)
        if (new, entry.bits) <= (old, found.entry.bits) { continue }
      }
      do throws(ImageError) {
        found = (entry, try header(of: entry, bytes, format))
      } catch {
        failure = error
      }
    }
    guard let found else { throw failure }
    return (found.entry, found.info)
  }

  private static func header(
    of entry: Entry, _ bytes: [UInt8], _ format: ImageFormat
  ) throws(ImageError) -> ImageInfo {
    let start = Array(bytes[entry.start..<(entry.start + min(entry.count, 4096))])
    if ImageFormat.sniff(start) == .png { return try PNGDecoder.info(start) }
    let header = try DIBHeader(start, at: 0, format: format)
    // The stated height covers the colours and the mask.
    return ImageInfo(format: format, storedWidth: header.width, storedHeight: max(1, header.height / 2))
  }

  private static func entries(_ bytes: [UInt8], _ format: ImageFormat) -> [Entry] {
    var reader = ByteReader(bytes, from: 4)
    var entries: [Entry] = []
    for _ in 0..<min(reader.little16() ?? 0, 256) {
      guard let width = reader.byte(), let height = reader.byte() else { break }
      reader.skip(4)
      let bits = reader.little16() ?? 0
      guard let count = reader.little32(), let start = reader.little32() else { break }
      // Zero means 256. A picture that reaches beyond the file is cut there.
      guard Int(start) < bytes.count, count > 0 else { continue }
      entries.append(
        Entry(
          width: width == 0 ? 256 : Int(width), height: height == 0 ? 256 : Int(height),
          bits: format == .icon ? bits : 0, start: Int(start),
          count: min(Int(count), bytes.count - Int(start))))
    }
    return entries
  }

  /// A set bit in the mask, which follows the colours, makes its pixel transparent.
  private static func applyMask(_ bytes: [UInt8], _ header: DIBHeader, to bitmap: Bitmap) {
    let start = header.paletteEnd + header.rowBytes * bitmap.height
    let rowBytes = (bitmap.width + 31) / 32 * 4
    bitmap.isOpaque = false
    for line in 0..<bitmap.height {
      let row = bitmap.row(header.isTopDown ? line : bitmap.height - 1 - line)
      for x in 0..<bitmap.width {
        let position = start + line * rowBytes + x >> 3
        guard position < bytes.count else { return }
        if bytes[position] & (0x80 >> UInt8(x & 7)) != 0 { row[x] = 0 }
      }
    }
  }
}
