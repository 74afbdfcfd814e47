import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry
import OffscreenText

/// A fragment of the arena. A fragment may stand in the arena and not in the tree: layout tries.
package struct FragmentID: Hashable, Sendable {
  package let rawValue: Int32
  @inlinable package init(rawValue: Int32) { self.rawValue = rawValue }
  package static let none = FragmentID(rawValue: -1)
  @inlinable package var isNone: Bool { rawValue < 0 }
}

/// A child of a fragment, and where its border box is: from the top left of the parent's border box,
/// physical, before relative positioning is left out (it is included) and before transforms.
package struct FragmentLink: Sendable {
  package var fragment: FragmentID
  package var offset: Point
  package init(fragment: FragmentID, offset: Point) { (self.fragment, self.offset) = (fragment, offset) }
}

package enum FragmentKind: UInt8, Sendable {
  /// A box, or one of its parts: an inline box has a fragment on every line.
  case box
  /// A line of an inline formatting context. Its children are inline boxes, texts and atomic inlines.
  case line
  case text
  /// A column of a multi-column container.
  case column
}

/// Which sides a part of a box has: an inline box has its left border only in its first fragment.
@usableFromInline package struct FragmentSides: OptionSet, Sendable {
  @usableFromInline package let rawValue: UInt8
  @inlinable package init(rawValue: UInt8) { self.rawValue = rawValue }
  @inlinable package static var top: Self { Self(rawValue: 1) }
  @inlinable package static var right: Self { Self(rawValue: 2) }
  @inlinable package static var bottom: Self { Self(rawValue: 4) }
  @inlinable package static var left: Self { Self(rawValue: 8) }
  package static let all: FragmentSides = [.top, .right, .bottom, .left]
}

/// A piece of the page with a place and a size. All sides and sizes are physical, in layout units.
package struct Fragment: Sendable {
  package var kind: FragmentKind
  /// The box that this is a part of; a line's or a column's is the block container.
  package var box: BoxID
  /// The border box.
  package var size: Size
  /// Used widths, already zero on sides that this part does not have.
  package var border: Edges = .zero
  package var padding: Edges = .zero
  package var sides: FragmentSides = .all
  /// Indices into the tree's links, in order of layout (in-flow, then out-of-flow ones).
  package var children: Range<Int32> = 0..<0
  /// A text's index into the tree's `texts`; -1 for others.
  package var text: Int32 = -1
  /// The rectangle around all descendants' scrollable overflow and the padding box, from the top left
  /// of the border box.
  package var scrollableOverflow: Rect
  package var flags: FragmentFlags = []

  package init(kind: FragmentKind, box: BoxID, size: Size) {
    (self.kind, self.box, self.size) = (kind, box, size)
    scrollableOverflow = Rect(origin: .zero, size: size)
  }
}

@usableFromInline package struct FragmentFlags: OptionSet, Sendable {
  @usableFromInline package let rawValue: UInt8
  @inlinable package init(rawValue: UInt8) { self.rawValue = rawValue }
  /// The text is the ellipsis of `text-overflow`, or a hyphen: not in the document.
  @inlinable package static var generated: Self { Self(rawValue: 1) }
  /// An empty cell under `empty-cells: hide`, a collapsed row, or a cell in collapsed columns: neither
  /// it nor what is in it is painted.
  @inlinable package static var hidden: Self { Self(rawValue: 2) }
  /// Uses the style of `::first-line`, which is in the tree's `firstLineStyles`.
  @inlinable package static var firstLine: Self { Self(rawValue: 4) }
  /// An ellipsis replaces it, or its anchor is out of sight: neither it nor its descendants are painted.
  @inlinable package static var cutOff: Self { Self(rawValue: 16) }
  /// A table grid or cell whose borders are collapsed: what is to be painted of them is in the tree's
  /// `collapsedBorders` of the grid.
  @inlinable package static var collapsedBorders: Self { Self(rawValue: 8) }
}

/// A glyph and where its origin is, in CSS pixels from the text's origin on the baseline.
/// In vertical text the run is turned by 90 degrees clockwise as a whole unless it is upright.
package struct PlacedGlyph: Sendable {
  package var id: UInt32
  package var x: Float
  package var y: Float
  package init(id: UInt32, x: Float, y: Float) { (self.id, self.x, self.y) = (id, x, y) }
}

/// The text that glyphs are of.
package struct GlyphTexts: Sendable {
  package internal(set) var bytes: [UInt8] = []
  /// By glyph: the bytes of its cluster; empty for what is not in the text, such as a hyphen at the end of a line.
  package internal(set) var ranges: [Range<Int32>] = []

  package init() {}

  /// Of the next glyphs, in visual order. `clusters`: where in the text their clusters start; `end`: of their text.
  mutating func append(_ clusters: [Int32], of text: [UInt8], to end: Int32) {
    guard let first = clusters.min(), first >= 0, end > first, Int(end) <= text.count,
      bytes.count < Int(Int32.max) - text.count
    else {
      ranges.append(contentsOf: repeatElement(0..<0, count: clusters.count))
      return
    }
    let start = Int32(bytes.count)
    bytes.append(contentsOf: text[Int(first)..<Int(end)])
    let starts = Set(clusters).sorted()
    var ends: [Int32: Int32] = [:]
    for (index, cluster) in starts.enumerated() {
      ends[cluster] = index + 1 < starts.count ? starts[index + 1] : end
    }
    for cluster in clusters {
      let stop = min(ends[cluster] ?? end, end)
      ranges.append(start + min(cluster, stop) - first..<start + stop - first)
    }
  }
}

/// The shaped text of one text fragment: one font, one direction.
package struct TextFragment: Sendable {
  package var font: FontID
  /// Indices into the tree's glyphs, in visual order from left to right (top to bottom).
  package var glyphs: Range<Int32>
  /// From the top left of the fragment to the glyphs' origin: the baseline's distance from the top
  /// (in vertical text from the left).
  package var baseline: LayoutUnit
  /// The orientation of the run.
  package var orientation: GlyphOrientation = .horizontal
  /// How wide the glyphs are drawn, as a factor.
  package var stretch: Float = 1
  /// UTF-8 offsets into the box's text, for dumps and tests.
  package var source: Range<Int32>
}

package enum GlyphOrientation: UInt8, Sendable {
  case horizontal
  /// Turned 90 degrees clockwise, or (in `sideways-lr`) counter-clockwise.
  case sidewaysRight, sidewaysLeft
  /// Vertical text, glyphs upright.
  case upright
}

/// A page laid out. Sealed.
package struct FragmentTree {
  package internal(set) var boxes: BoxTree
  package internal(set) var fragments: [Fragment] = []
  package internal(set) var links: [FragmentLink] = []
  package internal(set) var texts: [TextFragment] = []
  package internal(set) var glyphs: [PlacedGlyph] = []
  /// What the glyphs are of, where that is kept: for documents on pages.
  package internal(set) var glyphTexts: GlyphTexts?
  /// The root element's box is the only in-flow child; its border box may be anywhere. Fixed boxes
  /// and those of the initial containing block are children too. Its size is the viewport's.
  package internal(set) var root: FragmentID = .none
  /// Where the document is laid out onto pages: these, one after the other. Empty where it is not.
  package internal(set) var pages: [PageFragment] = []
  /// Of the document's canvas: the viewport and all that can be scrolled to. Where the document begins at the right, or
  /// below, it reaches above zero: its first part is what an unscrolled page shows.
  package internal(set) var documentArea: Rect = .zero
  package var documentSize: Size { documentArea.size }
  /// How far the viewport may be scrolled: from the smallest to the largest position.
  package var viewportScrollRange: Rect {
    let port = root.isNone ? documentSize : self[root].size
    return Rect(
      x: documentArea.minX, y: documentArea.minY, width: (documentSize.width - port.width).nonNegative,
      height: (documentSize.height - port.height).nonNegative)
  }
  /// Where the viewport's top left is in the document.
  package internal(set) var scrollPosition: Point = .zero
  /// Where what can be scrolled to lies in boxes that are scrolled, from the top left of the border box.
  var scrolledAreas: [FragmentID: Rect] = [:]
  package internal(set) var collapsedBorders: [FragmentID: CollapsedBorders] = [:]
  /// The cells that show the background of a column or column group, where it has one: from the top
  /// left of its fragment.
  package internal(set) var columnCells: [FragmentID: [Rect]] = [:]
  /// The tracks of grid containers.
  package internal(set) var gridTracks: [FragmentID: GridTracks] = [:]
  /// What is drawn into the gaps of grid and flex containers.
  package internal(set) var gapRules: [FragmentID: [GapRule]] = [:]
  /// Of grid items whose margins are percentages: what these are of.
  package internal(set) var gridAreaSizes: [FragmentID: LayoutUnit] = [:]
  /// Of flex items with automatic margins: what all four are.
  package internal(set) var autoMargins: [FragmentID: Edges] = [:]
  /// Of elements with styles that layout has settled: where anchors place them.
  package internal(set) var settledStyles: [NodeID: ComputedStyle] = [:]
  /// Boxes that go where their anchors go.
  var anchored: [FragmentID: AnchoredFragment] = [:]
  /// The border box of a fieldset's rendered legend, from the top left of the fieldset's fragment.
  package internal(set) var legends: [FragmentID: Rect] = [:]
  package internal(set) var firstLineStyles: [BoxID: ComputedStyle] {
    get { boxes.firstLineStyles }
    set { boxes.firstLineStyles = newValue }
  }

  /// Without fragments yet.
  package init(boxes: BoxTree) { self.boxes = boxes }

  package subscript(_ id: FragmentID) -> Fragment {
    @inlinable @inline(__always) _read { yield fragments[Int(id.rawValue)] }
  }

  /// What is on one of the pages, as the tree of a document of its own.
  package func page(_ page: PageFragment) -> FragmentTree {
    var copy = self
    (copy.root, copy.documentArea, copy.pages) = (page.fragment, Rect(origin: .zero, size: page.frame.area), [])
    return copy
  }

  /// Gives boxes the numbers that they have now, by those before. Fragments of boxes that are gone are of none: no link
  /// reaches them.
  mutating func renumber(_ numbers: [BoxID]) {
    for index in fragments.indices where !fragments[index].box.isNone {
      fragments[index].box = numbers[Int(fragments[index].box.rawValue)]
    }
    for id in collapsedBorders.keys {
      guard var borders = collapsedBorders[id] else { continue }
      for segment in borders.segments.indices where !borders.segments[segment].box.isNone {
        borders.segments[segment].box = numbers[Int(borders.segments[segment].box.rawValue)]
      }
      collapsedBorders[id] = borders
    }
  }

  /// Said each time: the fragment may have stood on a line that was tried before.
  mutating func setCutOff(_ id: FragmentID, _ isCutOff: Bool) {
    guard !id.isNone else { return }
    if isCutOff {
      fragments[Int(id.rawValue)].flags.insert(.cutOff)
    } else {
      fragments[Int(id.rawValue)].flags.remove(.cutOff)
    }
  }

  package func children(_ id: FragmentID) -> ArraySlice<FragmentLink> {
    let range = fragments[Int(id.rawValue)].children
    return links[Int(range.lowerBound)..<Int(range.upperBound)]
  }
}

/// The tracks of a grid container, implicit ones too: their sizes, and the names of the lines around them.
package struct GridTracks: Sendable {
  package struct Axis: Sendable {
    package var sizes: [LayoutUnit]
    /// One more than sizes.
    package var names: [[String]]
  }
  package var columns: Axis
  package var rows: Axis
}

/// The resolved borders of a table in the collapsing model: straight segments, centred on the grid
/// lines, in the order of painting. From the top left of the table grid's border box.
package struct CollapsedBorders: Sendable {
  package struct Segment: Sendable {
    package var rect: Rect
    package var isHorizontal: Bool
    package var style: BorderLineStyle
    package var color: ColorValue
    /// Whose `color` the colour may refer to.
    package var box: BoxID
  }
  package var segments: [Segment] = []
}
