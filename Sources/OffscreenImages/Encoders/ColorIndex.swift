import OffscreenPlatform

/// Finds the place of a colour in a palette: a hash table with open addressing.
struct ColorIndex {
  private(set) var colors: [UInt32] = []
  /// The index of a colour and one, or 0.
  private var slots = [UInt16](repeating: 0, count: 1024)

  init(colors list: [UInt32] = []) {
    for color in list.prefix(256) { insert(color) }
  }

  /// The index of a colour; 0 for one that is not there.
  func index(of color: UInt32) -> UInt8 {
    var slot = Self.slot(color)
    while slots[slot] != 0 {
      let index = Int(slots[slot]) - 1
      if colors[index] == color { return UInt8(truncatingIfNeeded: index) }
      slot = (slot + 1) & 1023
    }
    return 0
  }

  private mutating func insert(_ color: UInt32) {
    var slot = Self.slot(color)
    while slots[slot] != 0 {
      if colors[Int(slots[slot]) - 1] == color { return }
      slot = (slot + 1) & 1023
    }
    colors.append(color)
    slots[slot] = UInt16(colors.count)
  }

  private static func slot(_ color: UInt32) -> Int { Int((color &* 0x9E37_79B1) >> 22) }

  /// The colours of a picture in the order of their appearance; nil where there are more than `most`
  /// (at most 256).
  static func colors(of bitmap: Bitmap, most: Int) -> [UInt32]? {
    var index = ColorIndex()
    var last = bitmap[0, 0]
    index.insert(last)
    for y in 0..<bitmap.height {
      let row = bitmap.row(y)
      // Optimization: equal rows are common, and comparing them is cheap.
      if y > 0, memcmp(bitmap.data + y * bitmap.stride, bitmap.data + (y - 1) * bitmap.stride, bitmap.stride) == 0 {
        continue
      }
      for pixel in row where pixel != last {
        last = pixel
        index.insert(pixel)
        if index.colors.count > most { return nil }
      }
    }
    return index.colors
  }
}
