import OffscreenCSS
import OffscreenGeometry
import OffscreenText

/// A part of an item that is on a line.
struct LinePiece {
  var item: Int
  var kind: InlineItem.Kind
  var level: UInt8
  var range: Range<Int32>
  /// Of a text, in visual order: indices into the content's glyphs, or the line's own.
  var glyphs: Range<Int32> = 0..<0
  /// The glyphs are the line's: shaped again because the line begins or ends inside a shaped unit.
  var hasOwnGlyphs = false
  /// Along the line; of an atomic inline its margin box, of a start or end of an inline box its margin,
  /// border and padding there.
  var width: LayoutUnit = .zero
  /// A hyphen or an ellipsis: text that is not in the document.
  var generatedFont: FontID?
  /// Of generated text in vertical lines.
  var isUpright = false
  /// It is outside of all inline boxes.
  var isEllipsis = false
  /// An ellipsis replaces it.
  var isCutOff = false
  /// Of a ruby column: how far its annotation hangs over what is left and right of it.
  var overhang: (left: LayoutUnit, right: LayoutUnit) = (.zero, .zero)
  /// How much of a text's width an ellipsis took.
  var cutWidth: LayoutUnit = .zero
  var isGenerated: Bool { generatedFont != nil }
}

/// The contents of a line, in logical order.
struct InlineLine {
  var pieces: [LinePiece] = []
  var glyphs: [Glyph] = []
  /// Where the next line begins.
  var end = InlineCursor(item: 0, offset: 0)
  /// Without what hangs.
  var width: LayoutUnit = .zero
  /// Preserved spaces that hang behind the end.
  var hanging: LayoutUnit = .zero
  var indent: LayoutUnit = .zero
  /// The start edges that boxes of earlier lines repeat.
  var clonedStart: LayoutUnit = .zero
  /// Where the preserved spaces at the end begin.
  var inkEnd = Int32.max
  /// Stands for what was cut off, so far from the line's start.
  var ellipsis: (piece: LinePiece, offset: LayoutUnit)?
  var hasForcedBreak = false
  /// The `<br>` or text that forced the break.
  var breakBox = BoxID.none
  var isLast = false
  /// Makes no line box that counts: no text, no atomic inline, no edge of an inline box.
  var isEmpty = true
}

/// The line-relative edges of an inline-level box.
/// https://drafts.csswg.org/css-writing-modes-4/#line-directions
struct LineEdges {
  var left: LayoutUnit = .zero
  var right: LayoutUnit = .zero
  var over: LayoutUnit = .zero
  var under: LayoutUnit = .zero

  init() {}
  init(_ edges: Edges, _ geometry: LineGeometry) {
    switch geometry.mode {
    case .horizontalTB: (left, right, over, under) = (edges.left, edges.right, edges.top, edges.bottom)
    case .verticalRL, .verticalLR, .sidewaysRL:
      (left, right, over, under) = (edges.top, edges.bottom, edges.right, edges.left)
    case .sidewaysLR: (left, right, over, under) = (edges.bottom, edges.top, edges.left, edges.right)
    }
  }
}

/// A rectangle in line-relative coordinates: `left` along the line, `top` from the line's over side.
struct LineRect {
  var left: LayoutUnit
  var top: LayoutUnit
  var width: LayoutUnit
  var height: LayoutUnit
}

/// Maps line-relative coordinates to physical ones.
struct LineGeometry {
  let mode: WritingMode

  var isHorizontal: Bool { mode == .horizontalTB }

  func physical(_ width: LayoutUnit, _ height: LayoutUnit) -> Size {
    isHorizontal ? Size(width: width, height: height) : Size(width: height, height: width)
  }

  /// The top left of a rectangle from the top left of the one around it.
  func offset(of rect: LineRect, in outer: LineRect) -> Point {
    let along = rect.left - outer.left
    let across = rect.top - outer.top
    switch mode {
    case .horizontalTB: return Point(x: along, y: across)
    case .verticalRL, .verticalLR, .sidewaysRL:
      return Point(x: outer.height - across - rect.height, y: along)
    case .sidewaysLR: return Point(x: across, y: outer.width - along - rect.width)
    }
  }

  /// Which physical side is which.
  func sides(left: Bool, right: Bool) -> FragmentSides {
    switch mode {
    case .horizontalTB: [.top, .bottom, left ? .left : [], right ? .right : []]
    case .verticalRL, .verticalLR, .sidewaysRL: [.left, .right, left ? .top : [], right ? .bottom : []]
    case .sidewaysLR: [.left, .right, left ? .bottom : [], right ? .top : []]
    }
  }

  func physical(_ edges: LineEdges) -> Edges {
    switch mode {
    case .horizontalTB: Edges(top: edges.over, right: edges.right, bottom: edges.under, left: edges.left)
    case .verticalRL, .verticalLR, .sidewaysRL:
      Edges(top: edges.left, right: edges.over, bottom: edges.right, left: edges.under)
    case .sidewaysLR: Edges(top: edges.right, right: edges.under, bottom: edges.left, left: edges.over)
    }
  }
}
