import OffscreenGeometry

/// The strip in which content that is to be cut into columns flows, and where the cuts will be.
/// https://drafts.csswg.org/css-break-3/#fragmentation-model
///
/// Content is laid out once, in one long strip. What may not be cut is moved down to the next cut;
/// `FragmentSlicer` cuts the strip's fragments apart afterwards. A box that goes over a cut therefore
/// has its size, its margins and what is positioned in it in one piece of coordinates. The flow is a
/// value: it goes in with the `ConstraintSpace` and comes back in the `LayoutResult`, as floats do.
package struct FragmentainerFlow: Hashable, Sendable {
  /// A multi-column row, between two column-spanning boxes.
  package struct Section: Hashable, Sendable {
    /// Along the strip.
    package var start: LayoutUnit
    /// Where breaks are forced, while the section is of unlimited height.
    package var forcedBreaks: [LayoutUnit] = []
    /// How much taller columns would have to be, at least, for some cut to be elsewhere.
    package var shortage: LayoutUnit = .max
    /// The tallest thing that may not be cut.
    package var tallestUnbreakable: LayoutUnit = .zero
    /// Where the lowest box ends; boxes may stick out of those around them.
    package var contentEnd: LayoutUnit
    /// Where the lowest out-of-flow box ends.
    package var positionedEnd = LayoutUnit.min
    /// A break is where it was to be avoided: taller columns would do better.
    package var hasViolation = false
    /// The box that ends this section, spanning all columns.
    package var spanner = BoxID.none
    package init(start: LayoutUnit) { (self.start, contentEnd) = (start, start) }
  }

  /// The column at a place of the strip.
  package struct Fragmentainer: Hashable, Sendable {
    /// From the section's first column.
    package var index: Int
    package var start: LayoutUnit
    package var end: LayoutUnit
    /// Where content goes that is in the column behind.
    package var next: LayoutUnit
    package var size: LayoutUnit { end - start }
  }

  /// Of each section the heights of its rows of columns, as far as they are known; the last one is
  /// repeated. A section without any is of unlimited height.
  package let heights: [[LayoutUnit]]
  package let columnsPerRow: Int
  package private(set) var sections = [Section(start: .zero)]
  /// What the boxes around take of each column for their borders and padding, which are there on both sides of a cut.
  /// https://drafts.csswg.org/css-break-3/#break-decoration
  var insets: [ColumnInsets] = []
  /// The columns are pages, which are left and right ones in turn.
  package var isPaged = false
  /// Pages that are passed over, because what follows is to be on one of the other side.
  package private(set) var blankPages: [Int] = []
  /// A place in the column that the flow has come to: what negative margins move further up is in that column still.
  package var floor = LayoutUnit.min
  package init(heights: [[LayoutUnit]], columnsPerRow: Int) {
    (self.heights, self.columnsPerRow) = (heights, max(1, columnsPerRow))
  }

  package var section: Section { sections[sections.count - 1] }

  /// Whether nothing is cut yet: the content is being measured.
  package var isUnlimited: Bool { rows.isEmpty }

  private var rows: [LayoutUnit] {
    let index = sections.count - 1
    return heights.indices.contains(index) ? heights[index] : []
  }

  /// The column that a place is in; one on a cut is in the column behind it. nil without cuts.
  package func fragmentainer(at offset: LayoutUnit) -> Fragmentainer? {
    let rows = self.rows
    guard !rows.isEmpty else { return nil }
    var column = Self.fragmentainer(
      at: max(offset, floor), from: section.start, rows: rows, columnsPerRow: columnsPerRow)
    guard hasInsets else { return column }
    let taken = insets.room(from: column.start, to: column.end)
    column.start += taken.start
    column.next += insets.room(from: column.end, to: .max).start
    column.end = max(column.end - taken.end, column.start)
    return column
  }

  package static func fragmentainer(
    at offset: LayoutUnit, from start: LayoutUnit, rows: [LayoutUnit], columnsPerRow: Int
  ) -> Fragmentainer {
    var rowStart = start
    var first = 0
    for (row, height) in rows.enumerated() {
      let height = max(height, LayoutUnit(1))
      let rowEnd = rowStart + height * columnsPerRow
      if offset < rowEnd || row == rows.count - 1 {
        let place = Int((offset - rowStart).nonNegative.rawValue / height.rawValue)
        let columnStart = rowStart + height * place
        let columnEnd = columnStart + height
        return Fragmentainer(index: first + place, start: columnStart, end: columnEnd, next: columnEnd)
      }
      rowStart = rowEnd
      first += columnsPerRow
    }
    return Fragmentainer(index: 0, start: start, end: .max, next: .max)
  }

  /// Where content goes behind a forced break in a column. `isEven`: whether it is to be on a page with an even index.
  package mutating func start(behind column: Fragmentainer, isEven: Bool?) -> LayoutUnit {
    guard isPaged, let isEven, let next = fragmentainer(at: column.next), (next.index % 2 == 0) != isEven else {
      return column.next
    }
    if blankPages.last != next.index { blankPages.append(next.index) }
    return next.next
  }

  /// The flow has come to this place.
  package mutating func reach(_ place: LayoutUnit) { floor = max(floor, place) }

  /// Where a child is not cut from that starts at `start`: nil where that is all there is to know.
  package mutating func noteFloor(for start: LayoutUnit) -> LayoutUnit? {
    guard !isUnlimited, start < floor else { return nil }
    // The column is there, whatever the strip's length is.
    noteContent(endingAt: floor + .epsilon)
    return floor
  }

  // MARK: What layout finds out

  package mutating func noteShortage(_ shortage: LayoutUnit) {
    guard shortage > .zero else { return }
    sections[sections.count - 1].shortage = min(section.shortage, shortage)
  }

  package mutating func noteViolation() { sections[sections.count - 1].hasViolation = true }

  package mutating func noteUnbreakable(_ size: LayoutUnit) {
    sections[sections.count - 1].tallestUnbreakable = max(
      section.tallestUnbreakable, size + insets.room(from: .min, to: .min).sum)
  }

  package mutating func noteContent(endingAt end: LayoutUnit) {
    sections[sections.count - 1].contentEnd = max(section.contentEnd, end)
  }

  package mutating func notePositioned(endingAt end: LayoutUnit) {
    sections[sections.count - 1].positionedEnd = max(section.positionedEnd, end)
  }

  /// What ends below was found out to be clipped: `content` is what was there before it, `end` where the box
  /// ends that clips it.
  package mutating func clipContent(endingAt end: LayoutUnit, to content: LayoutUnit) {
    sections[sections.count - 1].contentEnd = min(section.contentEnd, max(content, end))
  }

  package mutating func noteForcedBreak(at offset: LayoutUnit) {
    guard offset > (section.forcedBreaks.last ?? section.start) else { return }
    sections[sections.count - 1].forcedBreaks.append(offset)
  }

  /// Ends the section before a box that spans all columns.
  package mutating func endSection(at offset: LayoutUnit, before spanner: BoxID) {
    sections[sections.count - 1].spanner = spanner
    sections.append(Section(start: max(offset, section.start)))
  }
}

/// The inputs of a box in columns.
package struct ColumnSpace: Hashable, Sendable {
  /// The columns that the box's formatting context flows in.
  package var flow: FragmentainerFlow
  /// Where the start of the formatting context that the box belongs to is along the flow.
  package var offset = LayoutUnit.zero
  /// There is content before the box that may stay in the column when the box moves to the next one.
  package var canBreakBefore = false
  /// A box around, whose size is given, fits in its column: what is first in it is in that column too, and overflows it
  /// if need be.
  package var requiresContent = false
  /// Not cut off by a formatting context of its own: boxes inside may span the columns.
  package var takesSpanners = false
  /// The box is a multi-column container, and this is its content in the width of a column.
  package var isContent = false
  /// A block size that the parent has decided is the smallest that the box may have: what is moved down to the next
  /// column makes it larger.
  package var growsToContent = false
  /// What follows is to be kept with the end of the box: the last break that is allowed in it is to be made.
  package var breaksAtEnd = false
  /// A block size that the parent has decided is one along the flow: with what is taken of the columns at its cuts.
  package var sizeIncludesInsets = false
}

/// The results of such a box.
package struct ColumnResult: Sendable {
  /// What became of the flow.
  package var flow: FragmentainerFlow
  /// Nothing of the box fits in this column: it is to be laid out again at the start of the next one.
  package var needsBreakBefore = false
  /// ... because fewer lines would fit than `orphans` says.
  var breaksForOrphans = false
  /// A break was made because of what follows.
  var brokeAtEnd = false
  var overflow = ColumnOverflow()
}
