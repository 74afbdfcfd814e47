import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry
import OffscreenLayout
import OffscreenPaint
import OffscreenText

/// HTML in drawings: a `foreignObject` is laid out as a block in a page of its size.
/// https://svgwg.org/svg2-draft/embedded.html#ForeignObjectElement
enum ForeignContents {
  /// `input`: of the document that the element is in.
  static func layOut(
    _ element: NodeID, _ style: ComputedStyle, width: Double, height: Double, _ input: BoxTreeInput, _ fonts: PageFonts
  ) -> FragmentTree? {
    guard width.isFinite, height.isFinite else { return nil }
    var input = input
    input.block = (element, blockStyle(style, width: width, height: height))
    let boxes = BoxTreeBuilder.build(input, viewportStyle: ComputedStyle(StyleValues(inheriting: style)))
    let context = LayoutContext(
      boxes: boxes, fonts: fonts, document: input.document,
      viewport: Size(width: LayoutUnit(width), height: LayoutUnit(height)))
    return context.layoutDocument()
  }

  /// Its effects are those of its drawing.
  private static func blockStyle(_ style: ComputedStyle, width: Double, height: Double) -> ComputedStyle {
    var values = StyleValues(inheriting: style)
    (values.background, values.border) = (style.background, style.border)
    values.box.display = .block
    values.box.boxSizing = .borderBox
    values.box.padding = style.box.padding
    values.box.width = .value(.length(Float(width)))
    values.box.height = .value(.length(Float(height)))
    return ComputedStyle(values)
  }

  /// What is painted of it: what overflows counts.
  static func area(width: Double, height: Double) -> Rect {
    let size = Size(width: LayoutUnit(width), height: LayoutUnit(height))
    return Rect(
      x: -size.width, y: -size.height, width: size.width + size.width + size.width,
      height: size.height + size.height + size.height)
  }
}
