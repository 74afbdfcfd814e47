import CImageCodecs
import OffscreenPlatform

/// Optimization: the common kinds of PNG (8 bits a sample, not interlaced, sRGB) without libpng, in
/// less than half its time, by libdeflate. Whatever is not of these kinds, or not in order, gives nil
/// and is left to libpng.
/// https://www.w3.org/TR/png-3/
package struct PNGFastDecoder {
  private enum Kind { case grey, color, palette, greyAlpha, colorAlpha }

  private let width: Int
  private let height: Int
  private let kind: Kind
  private var palette: [UInt32] = []
  /// The compressed data, in the order of its chunks.
  private var parts: [Range<Int>] = []

  /// The raw rows are held as a whole: larger pictures go row by row through libpng.
  private static let mostRawBytes = 48 << 20

  private var pixelBytes: Int {
    switch kind {
    case .grey, .palette: 1
    case .greyAlpha: 2
    case .color: 3
    case .colorAlpha: 4
    }
  }

  package static func decode(_ bytes: UnsafeBufferPointer<UInt8>, _ info: ImageInfo) throws(ImageError) -> Bitmap? {
    guard let decoder = PNGFastDecoder(bytes, info) else { return nil }
    return try decoder.decode(bytes)
  }

  // MARK: Chunks

  private init?(_ bytes: UnsafeBufferPointer<UInt8>, _ info: ImageInfo) {
    (width, height) = (info.storedWidth, info.storedHeight)
    func big32(_ position: Int) -> Int {
      Int(bytes[position]) << 24 | Int(bytes[position + 1]) << 16 | Int(bytes[position + 2]) << 8
        | Int(bytes[position + 3])
    }
    guard let base = bytes.baseAddress, bytes.count >= 8 + 25, big32(8) == 13, big32(12) == 0x4948_4452,
      bytes[24] == 8, bytes[26] == 0, bytes[27] == 0, bytes[28] == 0
    else { return nil }
    switch bytes[25] {
    case 0: kind = .grey
    case 2: kind = .color
    case 3: kind = .palette
    case 4: kind = .greyAlpha
    case 6: kind = .colorAlpha
    default: return nil
    }
    var position = 8
    while true {
      guard position + 12 <= bytes.count else { return nil }
      let length = big32(position)
      guard length <= bytes.count - position - 12 else { return nil }
      let type = big32(position + 4)
      let content = (position + 8)..<(position + 8 + length)
      let isCritical = type & 0x2000_0000 == 0
      if isCritical, Int(libdeflate_crc32(0, base + position + 4, length + 4)) != big32(content.upperBound) {
        return nil
      }
      switch type {
      case 0x4948_4452: guard position == 8 else { return nil }  // IHDR
      case 0x504C_5445:  // PLTE
        guard length % 3 == 0, length <= 768, palette.isEmpty, parts.isEmpty else { return nil }
        palette = stride(from: content.lowerBound, to: content.upperBound, by: 3).map {
          0xFF00_0000 | UInt32(bytes[$0]) << 16 | UInt32(bytes[$0 + 1]) << 8 | UInt32(bytes[$0 + 2])
        }
      case 0x7452_4E53:  // tRNS
        guard kind == .palette, length <= palette.count, parts.isEmpty else { return nil }
        for (index, place) in content.enumerated() {
          palette[index] = premultiplied(palette[index] & 0xFF_FFFF | UInt32(bytes[place]) << 24)
        }
      case 0x6741_4D41:  // gAMA, which only says something where it is not sRGB's
        guard length == 4, (45_000...46_000).contains(big32(content.lowerBound)) else { return nil }
      case 0x4944_4154: parts.append(content)  // IDAT
      case 0x4945_4E44:  // IEND
        guard !parts.isEmpty, kind != .palette || !palette.isEmpty else { return nil }
        return
      default: if isCritical { return nil }
      }
      position += length + 12
    }
  }

  // MARK: Pixels

  private func decode(_ bytes: UnsafeBufferPointer<UInt8>) throws(ImageError) -> Bitmap? {
    let rowBytes = 1 + width * pixelBytes
    let (count, overflow) = rowBytes.multipliedReportingOverflow(by: height)
    guard !overflow, count <= Self.mostRawBytes else { return nil }
    // Steps of 4 and 16 bytes may reach beyond both ends.
    guard let memory = malloc(count + 48) else { return nil }
    defer { free(memory) }
    let raw = memory.assumingMemoryBound(to: UInt8.self) + 16
    memset(raw + count, 0, 32)
    guard inflate(bytes, into: raw, count: count) else { return nil }

    let bitmap = try Bitmap(width: width, height: height)
    var alphas: UInt32 = 0xFF00_0000
    let colors = palette + [UInt32](repeating: 0xFF00_0000, count: 256 - palette.count)
    for y in 0..<height {
      let row = raw + y * rowBytes
      guard unfilter(row, isFirst: y == 0, rowBytes) else { return nil }
      alphas &= convert(row + 1, into: bitmap.row(y), colors)
    }
    bitmap.isOpaque = alphas == 0xFF00_0000
    return bitmap
  }

  /// True where the data is whole and gives exactly as many bytes as the picture needs.
  private func inflate(
    _ bytes: UnsafeBufferPointer<UInt8>, into raw: UnsafeMutablePointer<UInt8>, count: Int
  ) -> Bool {
    guard let base = bytes.baseAddress, let decompressor = libdeflate_alloc_decompressor() else { return false }
    defer { libdeflate_free_decompressor(decompressor) }
    if parts.count == 1 {
      return libdeflate_zlib_decompress(
        decompressor, base + parts[0].lowerBound, parts[0].count, raw, count, nil) == LIBDEFLATE_SUCCESS
    }
    var joined: [UInt8] = []
    joined.reserveCapacity(parts.reduce(0) { $0 + $1.count })
    for part in parts { joined += UnsafeBufferPointer(rebasing: bytes[part]) }
    return libdeflate_zlib_decompress(decompressor, joined, joined.count, raw, count, nil) == LIBDEFLATE_SUCCESS
  }

  /// Undoes the filter of a row; the one above has been done. False for an unknown filter.
  /// https://www.w3.org/TR/png-3/#9Filters
  private func unfilter(_ row: UnsafeMutablePointer<UInt8>, isFirst: Bool, _ rowBytes: Int) -> Bool {
    let filter = row[0]
    let count = rowBytes - 1
    let current = row + 1
    let above = current - (isFirst ? 0 : rowBytes)
    switch (filter, isFirst) {
    case (0, _), (2, true): return true
    case (1, _), (4, true):  // Sub; Paeth in the first row is the same
      if pixelBytes == 4 {
        eachPixel(current, above, count) { value, left, _, _ in value &+ left }
      } else {
        for index in pixelBytes..<max(pixelBytes, count) { current[index] &+= current[index &- pixelBytes] }
      }
    case (2, _): for index in 0..<count { current[index] &+= above[index] }
    case (3, _):
      for index in 0..<count {
        let left = index < pixelBytes ? 0 : UInt16(current[index &- pixelBytes])
        let up = isFirst ? 0 : UInt16(above[index])
        current[index] &+= UInt8(truncatingIfNeeded: (left &+ up) &>> 1)
      }
    case (4, _):
      if pixelBytes >= 3 {
        eachPixel(current, above, count, Self.paeth)
      } else {
        for index in 0..<count {
          let left = index < pixelBytes ? 0 : Int(current[index &- pixelBytes])
          let corner = index < pixelBytes ? 0 : Int(above[index &- pixelBytes])
          let up = Int(above[index])
          let (a, b) = (abs(up &- corner), abs(left &- corner))
          let c = abs(left &+ up &- 2 &* corner)
          current[index] &+= UInt8(truncatingIfNeeded: a <= b && a <= c ? left : b <= c ? up : corner)
        }
      }
    default: return false
    }
    return true
  }

  /// Goes through a row of 3- or 4-byte pixels: value, the pixel to the left, above, above left.
  @inline(__always)
  private func eachPixel(
    _ current: UnsafeMutablePointer<UInt8>, _ above: UnsafeMutablePointer<UInt8>, _ count: Int,
    _ combine: (SIMD4<Int16>, SIMD4<Int16>, SIMD4<Int16>, SIMD4<Int16>) -> SIMD4<Int16>
  ) {
    let target = UnsafeMutableRawPointer(current)
    let upper = UnsafeRawPointer(above)
    var (left, corner) = (SIMD4<Int16>(), SIMD4<Int16>())
    let step = pixelBytes
    var offset = 0
    var bytes = target.loadUnaligned(as: SIMD4<UInt8>.self)
    while offset < count {
      // With 3 bytes, the fourth belongs to the next pixel and is put back. The next pixel is read
      // before this one is written, which would hold the reading up.
      let next = target.loadUnaligned(fromByteOffset: offset &+ step, as: SIMD4<UInt8>.self)
      let value = SIMD4<Int16>(truncatingIfNeeded: bytes)
      let up = SIMD4<Int16>(
        truncatingIfNeeded: upper.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt8>.self))
      var result = SIMD4<UInt8>(truncatingIfNeeded: combine(value, left, up, corner))
      if step == 3 { result[3] = bytes[3] }
      target.storeBytes(of: result, toByteOffset: offset, as: SIMD4<UInt8>.self)
      left = SIMD4<Int16>(truncatingIfNeeded: result)
      corner = up
      offset &+= step
      bytes = next
    }
  }

  @inline(__always)
  private static func paeth(
    _ value: SIMD4<Int16>, _ left: SIMD4<Int16>, _ up: SIMD4<Int16>, _ corner: SIMD4<Int16>
  ) -> SIMD4<Int16> {
    let (a, b) = (up &- corner, left &- corner)
    let c = a &+ b
    let (da, db, dc) = (magnitude(a), magnitude(b), magnitude(c))
    var prediction = corner.replacing(with: up, where: db .<= dc)
    prediction.replace(with: left, where: (da .<= db) .& (da .<= dc))
    return value &+ prediction
  }

  @inline(__always)
  private static func magnitude(_ value: SIMD4<Int16>) -> SIMD4<Int16> {
    let sign = value &>> 15
    return (value ^ sign) &- sign
  }

  /// Writes the pixels of a row, premultiplied, and gives back all their alphas, and-ed.
  private func convert(
    _ source: UnsafeMutablePointer<UInt8>, into row: UnsafeMutableBufferPointer<UInt32>, _ colors: [UInt32]
  ) -> UInt32 {
    var alphas: UInt32 = 0xFF00_0000
    switch kind {
    case .grey: for x in 0..<width { row[x] = 0xFF00_0000 | UInt32(source[x]) &* 0x01_0101 }
    case .palette:
      colors.withUnsafeBufferPointer { colors in
        for x in 0..<width {
          row[x] = colors[Int(source[x])]
          alphas &= row[x]
        }
      }
    case .color:
      let bytes = UnsafeRawPointer(source)
      for x in 0..<width {
        let pixel = bytes.loadUnaligned(fromByteOffset: 3 &* x, as: UInt32.self)
        row[x] = pixel.byteSwapped &>> 8 | 0xFF00_0000
      }
    case .greyAlpha:
      for x in 0..<width {
        row[x] = premultiplied(UInt32(source[2 &* x]) &* 0x01_0101 | UInt32(source[2 &* x &+ 1]) << 24)
        alphas &= row[x]
      }
    case .colorAlpha:
      let bytes = UnsafeRawPointer(source)
      for x in 0..<width {
        let pixel = bytes.loadUnaligned(fromByteOffset: 4 &* x, as: UInt32.self)
        let swapped = pixel.byteSwapped &>> 8 | pixel & 0xFF00_0000
        row[x] = swapped >= 0xFF00_0000 ? swapped : premultiplied(swapped)
        alphas &= swapped
      }
    }
    return alphas
  }
}
