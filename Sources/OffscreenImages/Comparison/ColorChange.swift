/// One colour that became another over most of what changed.
package struct ColorChange: Hashable, Sendable {
  /// `0xRRGGBB`, on white.
  package var before: UInt32
  package var after: UInt32

  /// `#ffffff became #eeeeee`
  package var description: String { "\(Self.text(before)) became \(Self.text(after))" }

  /// Nil where no pair of colours makes up more than half of the pixels that differ within the boxes.
  package init?(_ expected: Bitmap, _ actual: Bitmap, in boxes: [PixelBox]) {
    // The majority vote of Boyer and Moore, and a count of what it elected.
    var (candidate, lead) = ((UInt32(0), UInt32(0)), 0)
    Self.visit(expected, actual, boxes) { a, b in
      if lead == 0 { (candidate, lead) = ((a, b), 1) } else if candidate == (a, b) { lead += 1 } else { lead -= 1 }
    }
    var (all, elected) = (0, 0)
    Self.visit(expected, actual, boxes) { a, b in
      all += 1
      if candidate == (a, b) { elected += 1 }
    }
    guard all > 0, elected * 2 > all else { return nil }
    (before, after) = (onWhite(candidate.0) & 0xFF_FFFF, onWhite(candidate.1) & 0xFF_FFFF)
    if before == after { return nil }
  }

  private static func visit(
    _ expected: Bitmap, _ actual: Bitmap, _ boxes: [PixelBox], _ found: (UInt32, UInt32) -> Void
  ) {
    for box in boxes {
      let bottom = min(box.bottom, expected.height, actual.height)
      let right = min(box.right, expected.width, actual.width)
      guard max(0, box.y) < bottom, max(0, box.x) < right else { continue }
      for y in max(0, box.y)..<bottom {
        let (a, b) = (expected.row(y), actual.row(y))
        for x in max(0, box.x)..<right where a[x] != b[x] { found(a[x], b[x]) }
      }
    }
  }

  private static func text(_ color: UInt32) -> String {
    let digits = String(color, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }
}
