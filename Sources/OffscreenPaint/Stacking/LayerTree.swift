import OffscreenGeometry
import OffscreenLayout

/// A piece of a layer's painting: a fragment and where it is.
struct PaintItem {
  enum Kind: UInt8 {
    /// Background, borders and shadows.
    case decoration
    /// A table row's, row group's or column's background.
    case tablePart
    case collapsedBorders
    case columnRules
    case text
    case replaced
    case outline
    /// Another layer, all its phases at once.
    case layer
  }
  var kind: Kind
  var fragment: FragmentID
  /// Of the border box's top left corner, before transforms.
  var offset: Point
  /// Index into `LayerTree.clips`.
  var clip: Int32
  /// A layer's index.
  var reference: Int32 = -1
  /// Of a raised or lowered text: how many of its decorations keep to the line's baseline, and where
  /// that is.
  var unshiftedDecorations: Int16 = 0
  var lineBaseline: LayoutUnit = .zero
}

/// A rectangle or other shape that descendants are cut to, within that of its parent.
struct ClipNode {
  enum Shape {
    case rect(PaintRect)
    case rounded(RoundedRect)
  }
  var shape: Shape
  var parent: Int32
  var depth: Int32
}

/// A unit of the painting order: a stacking context, a positioned box, or one that is painted as if it were.
struct PaintLayer {
  var box: BoxID
  var role: StackingRole
  /// Of its first fragment.
  var fragment: FragmentID
  var offset: Point
  /// Its other fragments: parts on other lines or in other columns.
  var moreParts: [PaintItem] = []
  /// Around the border boxes of all its fragments.
  var frame: Rect
  var clip: Int32
  /// The clip that everything in the stacking context is within.
  var groupClip: Int32
  var zIndex: Int32 = 0
  /// https://www.w3.org/TR/CSS22/zindex.html#painting-order , steps 1/2, 4, 5, 7 and 10.
  var selfDecorations: [PaintItem] = []
  var backgrounds: [PaintItem] = []
  var floats: [PaintItem] = []
  var foreground: [PaintItem] = []
  var outlines: [PaintItem] = []
  /// Indices of the layers that this stacking context orders.
  var children: [Int32] = []
}

/// The layers of a page, with all that they paint, in order.
struct LayerTree {
  var layers: [PaintLayer] = []
  var clips: [ClipNode] = []
  /// The fragments of boxes whose images run on from line to line or from column to column, in order.
  var slices: [BoxID: [FragmentID]] = [:]

  /// Of inline boxes with outlines: their fragments, and the floats in them.
  var outlinedParts: [BoxID: [PaintItem]] = [:]
  /// No outline is drawn around more parts.
  static let maximumOutlinedParts = 2_000

  /// Whether anything filters what is behind it.
  var hasBackdropFilters = false

  /// The clip that both are within; -1 is none.
  func commonClip(_ a: Int32, _ b: Int32) -> Int32 {
    var (a, b) = (a, b)
    while a != b {
      guard a >= 0, b >= 0 else { return -1 }
      if clips[Int(a)].depth >= clips[Int(b)].depth {
        a = clips[Int(a)].parent
      } else {
        b = clips[Int(b)].parent
      }
    }
    return a
  }
}
