import OffscreenCSS
import OffscreenLayout

extension RoundedRect {
  /// A border box with the corners that the style rounds, on the sides that the fragment has.
  init(borderBox: PaintRect, style: ComputedStyle, sides: FragmentSides = .all) {
    self.init(borderBox)
    let radii = style.border.radius
    guard radii != Corners(.zero) else { return }
    setRadii(radii, width: borderBox.width, height: borderBox.height, sides: sides)
    setShapes(style.border.cornerShape)
  }

  /// Percentages are of the border box. Corners that are not there take no room from the others.
  mutating func setRadii(
    _ radii: Corners<LengthPair>, width: Double, height: Double, sides: FragmentSides = .all
  ) {
    func used(_ pair: LengthPair) -> CornerRadius {
      let x = pair.x.pixels(basis: width)
      let y = pair.y.pixels(basis: height)
      guard x > 0, y > 0 else { return .zero }
      return CornerRadius(x: min(x, 1e7), y: min(y, 1e7))
    }
    topLeft = used(radii.topLeft)
    topRight = used(radii.topRight)
    bottomRight = used(radii.bottomRight)
    bottomLeft = used(radii.bottomLeft)
    if sides != .all {
      let (top, right) = (sides.contains(.top), sides.contains(.right))
      let (bottom, left) = (sides.contains(.bottom), sides.contains(.left))
      if !(top && left) { topLeft = .zero }
      if !(top && right) { topRight = .zero }
      if !(bottom && right) { bottomRight = .zero }
      if !(bottom && left) { bottomLeft = .zero }
    }
    scaleRadiiToFit()
  }
}

extension PaintRect {
  /// Grown on some sides.
  func outset(by amount: Double, on sides: FragmentSides) -> PaintRect {
    func grown(_ side: FragmentSides) -> Double { sides.contains(side) ? amount : 0 }
    return PaintRect(
      minX: minX - grown(.left), minY: minY - grown(.top), maxX: maxX + grown(.right), maxY: maxY + grown(.bottom))
  }
}
