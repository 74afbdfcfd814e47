extension Bitmap {
  /// The picture at half its size, rounded down but at least 1: each pixel is the mean of four. An
  /// odd side takes three with the weights 1, 2, 1. These are the steps in which Chromium shrinks.
  package func halved() throws(ImageError) -> Bitmap {
    let half = try Bitmap(width: max(1, width / 2), height: max(1, height / 2))
    half.isOpaque = isOpaque
    let columns = Self.weights(width)
    let rows = Self.weights(height)
    let source = data.assumingMemoryBound(to: UInt32.self)
    if columns.count == 2, rows.count == 2 {
      for y in 0..<half.height {
        let above = source + 2 * y * width
        let below = above + width
        let target = half.row(y)
        for x in 0..<half.width {
          let (a, b, c, d) = (above[2 * x], above[2 * x + 1], below[2 * x], below[2 * x + 1])
          let low =
            (a & 0x00FF_00FF) &+ (b & 0x00FF_00FF) &+ (c & 0x00FF_00FF) &+ (d & 0x00FF_00FF)
          let high =
            ((a &>> 8) & 0x00FF_00FF) &+ ((b &>> 8) & 0x00FF_00FF) &+ ((c &>> 8) & 0x00FF_00FF)
            &+ ((d &>> 8) & 0x00FF_00FF)
          target[x] = (low &>> 2) & 0x00FF_00FF | ((high &>> 2) & 0x00FF_00FF) &<< 8
        }
      }
      return half
    }
    let shift = UInt32(columns.reduce(0, +) * rows.reduce(0, +)).trailingZeroBitCount
    for y in 0..<half.height {
      let target = half.row(y)
      for x in 0..<half.width {
        var (low, high): (UInt32, UInt32) = (0, 0)
        for (line, rowWeight) in rows.enumerated() {
          for (column, weight) in columns.enumerated() {
            let pixel = source[(2 * y + line) * width + 2 * x + column]
            low &+= (pixel & 0x00FF_00FF) &* (rowWeight &* weight)
            high &+= ((pixel >> 8) & 0x00FF_00FF) &* (rowWeight &* weight)
          }
        }
        target[x] = (low >> shift) & 0x00FF_00FF | ((high >> shift) & 0x00FF_00FF) << 8
      }
    }
    return half
  }

  private static func weights(_ side: Int) -> [UInt32] {
    side == 1 ? [1] : side & 1 == 0 ? [1, 1] : [1, 2, 1]
  }
}
