import CSixel

extension Bitmap {
  /// The picture, on white, as the escape sequence with which a terminal draws it: sixels, 256 colours.
  package func sixelData() throws(ImageError) -> [UInt8] {
    guard width <= 4096, height <= 4096 else { throw .encoding("a terminal takes no more than 4096 pixels a side") }
    var sixel = OffscreenSixel()
    guard offscreen_sixel_open(&sixel) != 0 else {
      throw .encoding("the library libsixel.so.1 cannot be used: apt-get install libsixel1")
    }
    let opaque = try onWhite()
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * height * 3)
    for pixel in opaque.pixels {
      bytes.append(UInt8(truncatingIfNeeded: pixel >> 16))
      bytes.append(UInt8(truncatingIfNeeded: pixel >> 8))
      bytes.append(UInt8(truncatingIfNeeded: pixel))
    }
    let written = Written()
    var dither: OpaquePointer?
    var output: OpaquePointer?
    defer {
      if let dither { sixel.sixel_dither_unref(dither) }
      if let output { sixel.sixel_output_unref(output) }
    }
    let context = Unmanaged.passUnretained(written).toOpaque()
    let status = bytes.withUnsafeMutableBufferPointer { pixels -> Int32 in
      var status = sixel.sixel_dither_new(&dither, 256, nil)
      guard status & 0x1000 == 0 else { return status }
      status = sixel.sixel_dither_initialize(
        dither, pixels.baseAddress, Int32(width), Int32(height), Int32(SIXEL_PIXELFORMAT_RGB888),
        Int32(SIXEL_LARGE_AUTO), Int32(SIXEL_REP_AUTO), Int32(SIXEL_QUALITY_AUTO))
      guard status & 0x1000 == 0 else { return status }
      status = sixel.sixel_output_new(
        &output,
        { data, size, context in
          guard let data, let context, size > 0 else { return 0 }
          let written = Unmanaged<Written>.fromOpaque(context).takeUnretainedValue()
          data.withMemoryRebound(to: UInt8.self, capacity: Int(size)) {
            written.bytes.append(contentsOf: UnsafeBufferPointer(start: $0, count: Int(size)))
          }
          return size
        }, context, nil)
      guard status & 0x1000 == 0 else { return status }
      return sixel.sixel_encode(pixels.baseAddress, Int32(width), Int32(height), 3, dither, output)
    }
    guard status & 0x1000 == 0 else { throw .encoding("libsixel does not take it (\(status))") }
    return written.bytes
  }

  private final class Written {
    var bytes: [UInt8] = []
  }
}
