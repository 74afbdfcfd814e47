import OffscreenCSS
import OffscreenGeometry

/// `calc-size()`: what the basis comes to is a size like any other; the calculation is made on it.
/// https://drafts.csswg.org/css-values-5/#calc-size
extension LayoutContext {
  /// The border-box size that a calculation makes of one. `edges`: borders and padding; `basis`: of percentages,
  /// which are zero where nothing is known.
  func calculated(
    _ calculation: Calculation?, on size: LayoutUnit, of box: BoxID, edges: LayoutUnit, basis: LayoutUnit?
  ) -> LayoutUnit {
    guard let calculation else { return size }
    let isBorderBox = boxes[box].style.box.boxSizing == .borderBox
    let own = isBorderBox ? size : (size - edges).nonNegative
    let result = LayoutUnit(
      calculation.with(size: .linear(length: own.pixels, percentage: 0)).resolved(basis: basis?.pixels ?? 0)
    ).nonNegative
    return isBorderBox ? max(result, edges) : result + edges
  }

  /// The same of the smallest and the largest size.
  func calculated(
    _ calculation: Calculation?, on sizes: MinMaxSizes, of box: BoxID, edges: LayoutUnit
  ) -> MinMaxSizes {
    MinMaxSizes(
      min: calculated(calculation, on: sizes.min, of: box, edges: edges, basis: nil),
      max: calculated(calculation, on: sizes.max, of: box, edges: edges, basis: nil))
  }
}
