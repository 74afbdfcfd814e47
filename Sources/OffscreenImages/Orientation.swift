extension Bitmap {
  /// The picture turned and mirrored as its orientation asks, or itself where it is upright.
  package func oriented(_ orientation: ImageInfo.Orientation) throws(ImageError) -> Bitmap {
    if orientation == .up { return self }
    let turned = try Bitmap(
      width: orientation.swapsSides ? height : width, height: orientation.swapsSides ? width : height)
    turned.isOpaque = isOpaque
    let source = data.assumingMemoryBound(to: UInt32.self)
    // The stored pixel for each shown one: an offset and a step for each direction.
    let (right, bottom) = (width - 1, (height - 1) * width)
    let (start, stepX, stepY): (Int, Int, Int) =
      switch orientation {
      case .up: (0, 1, width)
      case .upMirrored: (right, -1, width)
      case .down: (bottom + right, -1, -width)
      case .downMirrored: (bottom, 1, -width)
      case .leftMirrored: (0, width, 1)
      case .right: (bottom, -width, 1)
      case .rightMirrored: (bottom + right, -width, -1)
      case .left: (right, width, -1)
      }
    for y in 0..<turned.height {
      let row = turned.row(y)
      var index = start + y * stepY
      for x in 0..<turned.width {
        row[x] = source[index]
        index += stepX
      }
    }
    return turned
  }
}
