import OffscreenCSS
import OffscreenGeometry
import OffscreenLayout

extension ComputedStyle {
  /// Whether images of a box with this style run on from line to line, or over the breaks in a block.
  /// https://drafts.csswg.org/css-break-4/#break-decoration
  var slicesImages: Bool {
    guard column.boxDecorationBreak == .slice else { return false }
    return background.layers.contains { $0.image != .none } || !effect.masks.isEmpty
  }
}

extension Painter {
  /// The background positioning area, or the mask's: of an inline box on several lines, or a block
  /// in several columns, all its parts in one row.
  func positioningArea(_ origin: VisualBox, _ area: BackgroundArea) -> PaintRect {
    guard let parts = layers.slices[area.fragment.box], parts.count > 1 else {
      return area.box(origin, snap).rect
    }
    let mode = area.style.text.writingMode
    let isInline = tree.boxes[area.fragment.box].kind == .inline
    let isHorizontal = mode.isHorizontal == isInline
    func length(_ part: FragmentID) -> Double {
      isHorizontal ? tree[part].size.width.pixels : tree[part].size.height.pixels
    }
    // 1. From the left (or the top) of the row to this part.
    let isReversed = isInline ? area.style.text.direction == .rtl : mode == .verticalRL || mode == .sidewaysRL
    let row = isReversed ? parts.reversed() : parts
    var (before, total) = (0.0, 0.0)
    for part in row {
      if part == area.item.fragment { before = total }
      total += length(part)
    }
    // 2. The row's border box, and in it the box asked for.
    var rect = area.shape.rect
    if isHorizontal {
      (rect.x, rect.width) = (rect.x - before, total)
    } else {
      (rect.y, rect.height) = (rect.y - before, total)
    }
    let (first, last) = (tree[row[0]], tree[row[row.count - 1]])
    func inset(_ edges: (Fragment) -> Edges) {
      var all = edges(area.fragment)
      // Deviation: of a block only this part's edges count, as in Chromium.
      if isInline, isHorizontal {
        (all.left, all.right) = (edges(first).left, edges(last).right)
      } else if isInline {
        (all.top, all.bottom) = (edges(first).top, edges(last).bottom)
      }
      let widths = PaintEdges(all)
      rect = rect.inset(top: widths.top, right: widths.right, bottom: widths.bottom, left: widths.left)
    }
    switch origin {
    case .borderBox, .marginBox, .strokeBox, .viewBox, .text, .borderArea, .noClip: break
    case .paddingBox: inset { $0.border }
    case .contentBox, .fillBox:
      inset { $0.border }
      inset { $0.padding }
    }
    return rect
  }
}
