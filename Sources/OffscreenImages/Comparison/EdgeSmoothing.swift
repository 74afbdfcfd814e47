/// Recognizes pixels of antialiasing by their eight neighbours.
///
/// Smoothing leaves a pixel between a darker and a lighter side of its neighbourhood, and at least one
/// of the two sides is even: an edge runs through it. A thin line or a dot has no even side there.
struct EdgeSmoothing {
  let first: Bitmap
  let second: Bitmap

  /// Whether the difference at a place, which both pictures have, can be one of smoothing alone.
  func explains(_ x: Int, _ y: Int) -> Bool {
    smooths(first, second, x, y) || smooths(second, first, x, y)
  }

  private func smooths(_ picture: Bitmap, _ other: Bitmap, _ x: Int, _ y: Int) -> Bool {
    let center = luma(picture.row(y)[x])
    var (darkest, lightest) = ((value: center, x: x, y: y), (value: center, x: x, y: y))
    var equal = 0
    for (nx, ny) in neighbours(picture, x, y) {
      let value = luma(picture.row(ny)[nx])
      if value == center { equal += 1 }
      if value < darkest.value { darkest = (value, nx, ny) }
      if value > lightest.value { lightest = (value, nx, ny) }
    }
    // Within an even area, or at the end of the scale: nothing is smoothed here.
    if equal > 2 || darkest.value == center || lightest.value == center { return false }
    return isEven(picture, darkest.x, darkest.y) && isEven(other, darkest.x, darkest.y)
      || isEven(picture, lightest.x, lightest.y) && isEven(other, lightest.x, lightest.y)
  }

  /// Whether at least three neighbours have the very same colour.
  private func isEven(_ picture: Bitmap, _ x: Int, _ y: Int) -> Bool {
    guard x < picture.width, y < picture.height else { return false }
    let center = picture.row(y)[x]
    return neighbours(picture, x, y).count { picture.row($0.1)[$0.0] == center } >= 3
  }

  private func neighbours(_ picture: Bitmap, _ x: Int, _ y: Int) -> [(Int, Int)] {
    var places: [(Int, Int)] = []
    places.reserveCapacity(8)
    for ny in max(0, y - 1)...min(picture.height - 1, y + 1) {
      for nx in max(0, x - 1)...min(picture.width - 1, x + 1) where nx != x || ny != y { places.append((nx, ny)) }
    }
    return places
  }

  private func luma(_ pixel: UInt32) -> UInt32 {
    let color = onWhite(pixel)
    return (color >> 16 & 255) * 54 + (color >> 8 & 255) * 183 + (color & 255) * 19
  }
}
