import OffscreenCSS
import OffscreenGeometry
import OffscreenStyle

/// A sheet of paper: its size, and what is around its page area.
/// https://drafts.csswg.org/css-page-3/#page-model
package struct PageFrame: Hashable, Sendable {
  package var size: Size
  package var margin: Edges
  /// What the page area leaves free: margins, borders and padding.
  package var edges: Edges
  /// In whole pixels, and rather too large, as in Chromium: what is as tall as the page was said to be fits on it.
  package var area: Size {
    Size(
      width: LayoutUnit((size.width - edges.left - edges.right).nonNegative.ceil),
      height: LayoutUnit((size.height - edges.top - edges.bottom).nonNegative.ceil))
  }

  /// Where the page area is on the sheet: on a whole pixel, as in Chromium, so that what is in it is.
  package var origin: Point { Point(x: LayoutUnit(edges.left.rounded), y: LayoutUnit(edges.top.rounded)) }

  /// CSS pixels; larger and smaller sheets are as large as these.
  private static let sides = 16.0...20_000.0

  package init(_ style: PageStyle) {
    var paper = style.size
    // As Chromium prints: on US Letter where nothing else is said.
    if case .auto(let isLandscape) = paper { paper = (PaperSize.named("letter") ?? paper).turned(isLandscape) }
    var (width, height) = (816.0, 1056.0)
    if case .lengths(let givenWidth, let givenHeight) = paper { (width, height) = (givenWidth, givenHeight) }
    func side(_ length: Double) -> LayoutUnit {
      LayoutUnit(length.isFinite ? min(max(length, Self.sides.lowerBound), Self.sides.upperBound) : 816)
    }
    size = Size(width: side(width), height: side(height))
    let given = style.box.box.margin
    func used(_ value: LengthOrAuto, of basis: LayoutUnit) -> LayoutUnit {
      if case .value(let length) = value { length.resolved(basis) } else { .zero }
    }
    margin = Edges(
      top: used(given.top, of: size.height), right: used(given.right, of: size.width),
      bottom: used(given.bottom, of: size.height), left: used(given.left, of: size.width))
    let (border, padding) = (style.box.border, style.box.box.padding)
    edges = Edges(
      top: margin.top + LayoutUnit(border.width.top) + padding.top.resolved(size.height),
      right: margin.right + LayoutUnit(border.width.right) + padding.right.resolved(size.width),
      bottom: margin.bottom + LayoutUnit(border.width.bottom) + padding.bottom.resolved(size.height),
      left: margin.left + LayoutUnit(border.width.left) + padding.left.resolved(size.width))
    // There is always room for something.
    if area.width < LayoutUnit(8) || area.height < LayoutUnit(8) { (margin, edges) = (.zero, .zero) }
  }
}

/// A page that a document was laid out onto.
package struct PageFragment: Sendable {
  package var kind: PageKind
  package var frame: PageFrame
  /// As large as the page area, with what is on it.
  package var fragment: FragmentID
  /// Where the page area is in the document: one page comes after the other.
  package var origin: Point
  /// Something that cannot be cut goes on to it or from it: no more is seen than is in the page area.
  package var isContinued: Bool
}
