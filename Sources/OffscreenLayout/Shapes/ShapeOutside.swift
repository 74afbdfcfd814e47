import OffscreenCSS
import OffscreenGeometry
import OffscreenImages

struct FloatOutlineKey: Hashable {
  var box: BoxID
  var size: Size
  var basis: LayoutUnit
  var mode: WritingMode
}

extension LayoutContext {
  /// The float area of a float that is `size` large, in a containing block that is `basis`
  /// wide and whose lines run as `mode` says; nil where that is its margin box.
  /// https://drafts.csswg.org/css-shapes-1/#shape-outside-property
  func floatOutline(of box: BoxID, size: Size, basis: LayoutUnit, mode: WritingMode) -> FloatOutline? {
    let style = boxes[box].style
    guard style.box.floatShape != .none else { return nil }
    let key = FloatOutlineKey(box: box, size: size, basis: basis, mode: mode)
    if let known = floatOutlines[key] { return known }
    let frame = ShapeFrame(
      border: Rect(origin: .zero, size: size), margins: margins(of: box, basis: basis),
      borderWidths: borderWidths(of: box), padding: padding(of: box, basis: basis))
    var margin = max(0, style.box.shapeMargin.pixels(basis: basis.pixels))
    var segments: [FloatOutline.Segment]
    switch style.box.floatShape {
    case .none: return nil
    case .box(let reference):
      let rect = frame.rect(reference)
      segments = ShapePolygon.roundedRect(rect, frame.radii(reference, style.border.radius)).segments
    case .shape(let shape, let reference):
      guard let polygon = ShapePolygon(shape, in: frame.rect(reference), margin: &margin) else { return nil }
      segments = polygon.segments
    case .image(let image):
      guard
        let found = ImageOutline(
          image: image, picture: boxes.shapeImages[box], rect: frame.rect(.contentBox),
          threshold: style.box.shapeImageThreshold, color: style.inherited.color)
      else { return nil }
      segments = found.segments
    }
    let outer = frame.rect(.marginBox)
    for index in segments.indices {
      segments[index].from = outer.lineRelative(segments[index].from, mode)
      segments[index].to = outer.lineRelative(segments[index].to, mode)
    }
    let outline = FloatOutline(
      segments: segments, margin: margin,
      size: WritingDirection(mode: mode, direction: .ltr).logical(
        Size(width: LayoutUnit(outer.width), height: LayoutUnit(outer.height))))
    floatOutlines[key] = outline
    return outline
  }
}

/// A rectangle in CSS pixels, from the top left of a float's border box.
struct ShapeRect {
  var left: Double
  var top: Double
  var width: Double
  var height: Double

  /// A physical point as seen from the line-left and block-start corner of this box.
  func lineRelative(_ point: FloatOutline.Vertex, _ mode: WritingMode) -> FloatOutline.Vertex {
    let (x, y) = (point.line - left, point.block - top)
    return switch mode {
    case .horizontalTB: .init(line: x, block: y)
    case .verticalRL, .sidewaysRL: .init(line: y, block: width - x)
    case .verticalLR: .init(line: y, block: x)
    case .sidewaysLR: .init(line: height - y, block: x)
    }
  }
}

/// The boxes of a float that shapes refer to.
struct ShapeFrame {
  var border: Rect
  var margins: Edges
  var borderWidths: Edges
  var padding: Edges

  func rect(_ box: VisualBox) -> ShapeRect {
    let inset = inset(box)
    return ShapeRect(
      left: border.origin.x.pixels + inset.left, top: border.origin.y.pixels + inset.top,
      width: max(0, border.size.width.pixels - inset.left - inset.right),
      height: max(0, border.size.height.pixels - inset.top - inset.bottom))
  }

  /// From the border box inwards.
  private func inset(_ box: VisualBox) -> (top: Double, right: Double, bottom: Double, left: Double) {
    func pixels(_ edges: Edges, _ sign: Double = 1) -> (top: Double, right: Double, bottom: Double, left: Double) {
      (sign * edges.top.pixels, sign * edges.right.pixels, sign * edges.bottom.pixels, sign * edges.left.pixels)
    }
    return switch box {
    case .marginBox: pixels(margins, -1)
    case .borderBox, .strokeBox, .viewBox, .text, .borderArea, .noClip: (0, 0, 0, 0)
    case .paddingBox: pixels(borderWidths)
    case .contentBox, .fillBox: pixels(borderWidths + padding)
    }
  }

  /// The corners that `border-radius` gives a box.
  /// https://drafts.csswg.org/css-shapes-1/#shapes-from-box-values
  func radii(_ box: VisualBox, _ radii: Corners<LengthPair>) -> ShapeCorners {
    let outer = rect(.borderBox)
    let inset = inset(box)
    let all = ShapeCorners(radii, width: outer.width, height: outer.height).fitted(outer)
    func adjusted(_ radius: Double, _ inset: Double) -> Double {
      guard inset < 0 else { return max(0, radius - inset) }
      let margin = -inset
      let ratio = radius / margin
      return ratio >= 1 ? radius + margin : radius + margin * (1 + (ratio - 1) * (ratio - 1) * (ratio - 1))
    }
    func corner(_ radius: (x: Double, y: Double), _ x: Double, _ y: Double) -> (x: Double, y: Double) {
      radius.x <= 0 || radius.y <= 0 ? (0, 0) : (adjusted(radius.x, x), adjusted(radius.y, y))
    }
    return ShapeCorners(
      topLeft: corner(all.topLeft, inset.left, inset.top),
      topRight: corner(all.topRight, inset.right, inset.top),
      bottomRight: corner(all.bottomRight, inset.right, inset.bottom),
      bottomLeft: corner(all.bottomLeft, inset.left, inset.bottom))
  }
}
