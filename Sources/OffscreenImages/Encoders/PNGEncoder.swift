import CImageCodecs
import OffscreenPlatform

/// Writes a PNG file band by band: the picture need never be in memory as a whole.
///
///     let encoder = PNGEncoder(width: 1280, height: 70_000, pixels: .opaque)
///     for band in bands { encoder.append(band); file.write(encoder.takeOutput()) }
///     encoder.finish(); file.write(encoder.takeOutput())
///
/// The same pixels give the same bytes, however they are cut into bands.
/// https://www.w3.org/TR/png-3/
package final class PNGEncoder {
  package enum Pixels: Equatable, Sendable {
    /// Red, green, blue; alpha is left out.
    case opaque
    /// Red, green, blue and alpha.
    case withAlpha
    /// One byte for a pixel. The colours are those of the bitmap's pixels, 1 to 256 of them.
    case palette([UInt32])
  }

  package let width: Int
  package let height: Int
  private let pixels: Pixels
  private let colors: ColorIndex?
  private var compressor: PictureCompressor
  private var output: [UInt8] = []
  private var rowsWritten = 0
  private var isFinished = false
  /// The last row as it came in, to recognise copies.
  private var lastRow: [UInt32] = []

  /// `text`: notes that go before the pixels.
  package init(width: Int, height: Int, pixels: Pixels, text: [PNGText] = []) {
    precondition(width > 0 && height > 0 && width <= 0x7FFF_FFFF && height <= 0x7FFF_FFFF)
    (self.width, self.height, self.pixels) = (width, height, pixels)
    let pixelBytes =
      switch pixels {
      case .opaque: 3
      case .withAlpha: 4
      case .palette: 1
      }
    if case .palette(let list) = pixels { colors = ColorIndex(colors: list) } else { colors = nil }
    compressor = PictureCompressor(pixelBytes: pixelBytes, rowBytes: 1 + width * pixelBytes)
    writeHeader()
    for note in text { writeChunk(note.chunkType, note.chunkContent) }
  }

  deinit { compressor.deallocate() }

  /// Adds rows of a bitmap that is as wide as the picture. Rows beyond the picture's height are left
  /// out.
  package func append(_ band: Bitmap, rows: Range<Int>? = nil) {
    precondition(band.width == width && !isFinished)
    for y in rows ?? 0..<band.height where rowsWritten < height {
      append(UnsafeBufferPointer(band.row(y)))
    }
  }

  /// Ends the file; rows that are missing become transparent or black.
  package func finish() {
    if isFinished { return }
    isFinished = true
    if rowsWritten < height {
      let blank = [UInt32](repeating: 0, count: width)
      blank.withUnsafeBufferPointer { blank in
        while rowsWritten < height { append(blank) }
      }
    }
    compressor.finish()
    writeCompressed(atLeast: 1)
    writeChunk("IEND", [])
  }

  /// The bytes of the file since the last call.
  package func takeOutput() -> [UInt8] {
    defer { output = [] }
    return output
  }

  private func append(_ row: UnsafeBufferPointer<UInt32>) {
    guard let source = row.baseAddress else { return }
    let isCopy = lastRow.withUnsafeBufferPointer { last in
      guard let last = last.baseAddress, !lastRow.isEmpty else { return false }
      return memcmp(last, source, row.count * 4) == 0
    }
    if !isCopy {
      if lastRow.isEmpty {
        lastRow = Array(row)
      } else {
        lastRow.withUnsafeMutableBytes { $0.copyMemory(from: UnsafeRawBufferPointer(row)) }
      }
    }
    compressor.addRow(isCopy: isCopy) { target in
      target[0] = 0  // no filter
      switch pixels {
      case .opaque:
        var out = UnsafeMutableRawPointer(target + 1)
        for index in 0..<width {
          // Four bytes are stored where three count: the next pixel overwrites the last one.
          out.storeBytes(of: source[index].byteSwapped &>> 8, as: UInt32.self)
          out += 3
        }
      case .withAlpha:
        var out = UnsafeMutableRawPointer(target + 1)
        for index in 0..<width {
          let pixel = unpremultiplied(source[index])
          out.storeBytes(of: pixel.byteSwapped &>> 8 | pixel & 0xFF00_0000, as: UInt32.self)
          out += 4
        }
      case .palette:
        guard let colors else { return }
        var (last, lastIndex) = (source[0], colors.index(of: source[0]))
        for index in 0..<width {
          let pixel = source[index]
          if pixel != last { (last, lastIndex) = (pixel, colors.index(of: pixel)) }
          target[index + 1] = lastIndex
        }
      }
    }
    rowsWritten += 1
    writeCompressed(atLeast: 1 << 15)
  }

  private func writeHeader() {
    output += [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let colorType: UInt8 =
      switch pixels {
      case .opaque: 2
      case .withAlpha: 6
      case .palette: 3
      }
    var header = bigEndian(width)
    header += bigEndian(height)
    header += [8, colorType, 0, 0, 0]
    writeChunk("IHDR", header)
    if case .palette(let colors) = pixels {
      let plain = colors.map(unpremultiplied)
      var colorBytes: [UInt8] = []
      for color in plain {
        colorBytes += [UInt8(color >> 16 & 255), UInt8(color >> 8 & 255), UInt8(color & 255)]
      }
      writeChunk("PLTE", colorBytes)
      if let last = plain.lastIndex(where: { $0 >> 24 < 255 }) {
        writeChunk("tRNS", plain[...last].map { UInt8($0 >> 24) })
      }
    }
  }

  /// Moves compressed bytes into a chunk, once there are enough for one.
  private func writeCompressed(atLeast least: Int) {
    let count = compressor.output.count
    guard count >= least else { return }
    writeChunk("IDAT", UnsafeBufferPointer(start: compressor.output.bytes, count: count))
    compressor.removeOutput()
  }

  private func writeChunk(_ type: String, _ content: [UInt8]) {
    content.withUnsafeBufferPointer { writeChunk(type, $0) }
  }

  private func writeChunk(_ type: String, _ content: UnsafeBufferPointer<UInt8>) {
    output += bigEndian(content.count)
    let start = output.count
    output += type.utf8
    output += content
    let sum = output.withUnsafeBytes {
      libdeflate_crc32(0, $0.baseAddress.map { $0 + start }, $0.count - start)
    }
    output += bigEndian(Int(sum))
  }

  private func bigEndian(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}

extension Bitmap {
  /// The picture as a PNG file: without alpha where it is opaque, with a palette where 256 colours
  /// are enough.
  package func pngData(text: [PNGText] = []) -> [UInt8] {
    let pixels: PNGEncoder.Pixels
    if let colors = ColorIndex.colors(of: self, most: 256) {
      pixels = .palette(colors)
    } else {
      pixels = isOpaque || self.pixels.allSatisfy({ $0 >= 0xFF00_0000 }) ? .opaque : .withAlpha
    }
    let encoder = PNGEncoder(width: width, height: height, pixels: pixels, text: text)
    encoder.append(self)
    encoder.finish()
    return encoder.takeOutput()
  }
}
