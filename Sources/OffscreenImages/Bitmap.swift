import OffscreenPlatform

/// A picture in memory: premultiplied BGRA with 8 bits a channel, rows from the top down.
///
/// This is Cairo's ARGB32 on a little-endian machine: a pixel read as `UInt32` is `0xAARRGGBB`. The
/// memory belongs to the bitmap and stays where it is, so that Cairo can draw straight into it.
/// A bitmap is filled before it is shared; afterwards it is immutable.
package final class Bitmap: @unchecked Sendable {
  package let width: Int
  package let height: Int
  /// Bytes from one row to the next.
  package let stride: Int
  package let data: UnsafeMutableRawPointer
  /// What `data` is the start of, where it is large.
  private let large: ReservedMemory?
  /// Set where the pixels are filled and every alpha is known to be 255.
  package var isOpaque = false

  /// The most pixels that one bitmap may have.
  package static let maximumPixels = 64 << 20

  /// A transparent bitmap. `isFilledNext`: its pixels may be anything, for all of them are written before they are read.
  package init(width: Int, height: Int, isFilledNext: Bool = false) throws(ImageError) {
    guard width > 0, height > 0 else { throw .empty }
    let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
    guard !overflow, pixels <= Self.maximumPixels else {
      throw .tooLarge(width: width, height: height)
    }
    if pixels * 4 >= Self.largeBytes {
      guard var memory = ReservedMemory(bytes: pixels * 4, usesLargePages: true) else { throw .outOfMemory }
      guard memory.give(memory.reserved) else {
        memory.release()
        throw .outOfMemory
      }
      (data, large) = (memory.base, memory)
    } else {
      let block = isFilledNext ? LargePages.undefined(pixels * 4) : LargePages.zeros(pixels * 4)
      guard let memory = block else { throw .outOfMemory }
      (data, large) = (memory, nil)
    }
    (self.width, self.height, self.stride) = (width, height, width * 4)
  }

  /// A bitmap of this size has memory of its own, which goes back to the system with it. The allocator would keep as
  /// much free memory for each thread from then on as twice its largest block.
  /// https://man7.org/linux/man-pages/man3/mallopt.3.html
  private static let largeBytes = 4 << 20

  deinit {
    if let large { large.release() } else { free(data) }
  }

  package var pixelCount: Int { width * height }

  /// The pixels of a row, each `0xAARRGGBB`.
  @inlinable package func row(_ y: Int) -> UnsafeMutableBufferPointer<UInt32> {
    precondition(y >= 0 && y < height)
    return UnsafeMutableBufferPointer(
      start: (data + y &* stride).assumingMemoryBound(to: UInt32.self), count: width)
  }

  /// All pixels, row by row: there is no space between rows.
  @inlinable package var pixels: UnsafeMutableBufferPointer<UInt32> {
    UnsafeMutableBufferPointer(start: data.assumingMemoryBound(to: UInt32.self), count: width * height)
  }

  /// One pixel, `0xAARRGGBB`, premultiplied.
  package subscript(x: Int, y: Int) -> UInt32 {
    get {
      precondition(x >= 0 && x < width)
      return row(y)[x]
    }
    set {
      precondition(x >= 0 && x < width)
      row(y)[x] = newValue
    }
  }

  package func fill(_ pixel: UInt32) {
    pixels.update(repeating: pixel)
    isOpaque = pixel >> 24 == 255
  }

  /// A copy of a part, which must lie inside.
  package func cropped(x: Int, y: Int, width: Int, height: Int) throws(ImageError) -> Bitmap {
    precondition(x >= 0 && y >= 0 && width <= self.width - x && height <= self.height - y)
    let part = try Bitmap(width: width, height: height)
    for line in 0..<height {
      memcpy(part.data + line * part.stride, data + (y + line) * stride + x * 4, width * 4)
    }
    part.isOpaque = isOpaque
    return part
  }
}
