import OffscreenCSS
import OffscreenGeometry

/// A place in a block formatting context: from its line-left and block-start content corner.
/// `line` does not depend on the direction of text.
package struct BfcOffset: Hashable, Sendable {
  package var line: LayoutUnit
  package var block: LayoutUnit
  package static let zero = BfcOffset(line: .zero, block: .zero)
  package init(line: LayoutUnit, block: LayoutUnit) { (self.line, self.block) = (line, block) }
}

package struct BfcRect: Hashable, Sendable {
  package var start: BfcOffset
  package var end: BfcOffset
  package init(start: BfcOffset, end: BfcOffset) { (self.start, self.end) = (start, end) }
  package var lineSize: LayoutUnit { end.line - start.line }
  package var blockSize: LayoutUnit { end.block - start.block }
}

/// A free place beside floats: a line or a box of this width fits here, from `rect.start.block` down
/// to `rect.end.block` (`.max` without a float below).
package typealias LayoutOpportunity = BfcRect

/// The floats of a block formatting context, by their margin boxes.
package struct ExclusionSpace: Hashable, Sendable {
  package struct Exclusion: Hashable, Sendable {
    package var rect: BfcRect
    package var isLeft: Bool
    /// The float area, where that is not the whole margin box.
    package var outline: FloatOutline?
    /// Nothing clears an initial letter as it clears floats.
    package var isInitialLetter = false
  }

  private struct Entry: Hashable {
    var exclusion: Exclusion
    /// The lowest end of it and all before it: a query looks no further back than to where all have ended.
    var lowestEnd: LayoutUnit
  }

  /// Optimization: lines are tried with floats and without, each on a copy: of many floats it shares all but the last.
  private var chunks: [[Entry]] = []
  private static let chunkSize = 64
  package private(set) var count = 0
  /// Whether each begins no higher than those before it, which is what the rules of floats make of them.
  private var isSorted = true
  private var leftClear: LayoutUnit = .min
  private var rightClear: LayoutUnit = .min
  /// Where all have ended, initial letters too; `.min` without any.
  var end: LayoutUnit { chunks.last?.last?.lowestEnd ?? .min }
  /// How many steps of a pixel all shapes of floats are tall.
  private var shapeSteps = 0
  /// No later float may be placed above this.
  package private(set) var lastFloatStart: LayoutUnit = .min

  /// A line looks for a place beside shapes in no more steps than this.
  private static let mostShapeSteps = 20_000

  package init() {}
  package var isEmpty: Bool { count == 0 }

  package mutating func add(_ exclusion: Exclusion) {
    let last = chunks.last?.last
    if let last, exclusion.rect.start.block < last.exclusion.rect.start.block { isSorted = false }
    let entry = Entry(exclusion: exclusion, lowestEnd: max(last?.lowestEnd ?? .min, exclusion.rect.end.block))
    if count % Self.chunkSize == 0 { chunks.append([]) }
    chunks[chunks.count - 1].append(entry)
    count += 1
    lastFloatStart = max(lastFloatStart, exclusion.rect.start.block)
    if exclusion.outline != nil {
      shapeSteps = min(Self.mostShapeSteps, shapeSteps + max(0, exclusion.rect.blockSize.ceil) + 1)
    }
    if exclusion.isInitialLetter { return }
    if exclusion.isLeft {
      leftClear = max(leftClear, exclusion.rect.end.block)
    } else {
      rightClear = max(rightClear, exclusion.rect.end.block)
    }
  }

  private subscript(index: Int) -> Entry { chunks[index / Self.chunkSize][index % Self.chunkSize] }

  /// Those that were added last, in their order.
  func latest(_ most: Int) -> [Exclusion] { (max(0, count - most)..<count).map { self[$0].exclusion } }

  /// The block offset below all floats of the cleared sides; `.min` without any.
  /// https://drafts.csswg.org/css2/#propdef-clear
  package func clearance(left: Bool, right: Bool) -> LayoutUnit {
    max(left ? leftClear : .min, right ? rightClear : .min)
  }

  /// The first place at or below `start.block` where a box of `inlineSize` by `blockSize` fits
  /// between the floats, in the strip from `start.line` that is `available` wide. Where no float is
  /// beside it a box may be wider than the strip.
  ///
  /// `followsShapes`: for a line, which keeps clear of the shapes of floats; boxes keep clear of their
  /// margin boxes.
  package func opportunity(
    from start: BfcOffset, available: LayoutUnit, inlineSize: LayoutUnit = .zero,
    blockSize: LayoutUnit = .zero, followsShapes: Bool = false
  ) -> LayoutOpportunity {
    let lineEnd = start.line + available
    var block = start.block
    // Each step goes down to the end of some float, or by a pixel of a shape.
    for _ in 0...count + (followsShapes ? shapeSteps : 0) {
      var left = start.line
      var right = lineEnd
      // Of the floats alone, wherever the strip is.
      var (leftFloats, rightFloats) = (LayoutUnit.min, LayoutUnit.max)
      var nextEnd = LayoutUnit.max
      var limit = LayoutUnit.max
      var isBesideFloat = false
      let below = firstBelow(block + max(blockSize, .epsilon))
      for index in below..<count {
        let exclusion = self[index].exclusion
        let rect = exclusion.rect
        guard rect.end.block > block, rect.lineSize > .zero else { continue }
        if available == .zero, inlineSize <= .zero, rect.start.line >= lineEnd || rect.end.line <= start.line {
          continue
        }
        if followsShapes, exclusion.outline != nil { continue }
        if exclusion.isLeft ? rect.end.line > start.line : rect.start.line < lineEnd {
          limit = rect.start.block
          break
        }
      }
      var index = below - 1
      while index >= 0, self[index].lowestEnd > block {
        let exclusion = self[index].exclusion
        index -= 1
        let rect = exclusion.rect
        guard rect.end.block > block, rect.lineSize > .zero else { continue }
        // No float is beside a line of no width.
        if available == .zero, inlineSize <= .zero, rect.start.line >= lineEnd || rect.end.line <= start.line {
          continue
        }
        if followsShapes, let outline = exclusion.outline {
          let bottom = block + max(blockSize, .epsilon)
          guard let extent = outline.extent(from: block - rect.start.block, to: bottom - rect.start.block)
          else { continue }
          if exclusion.isLeft {
            guard rect.start.line + extent.end > start.line else { continue }
            left = max(left, rect.start.line + extent.end)
          } else {
            guard rect.start.line + extent.start < lineEnd else { continue }
            right = min(right, rect.start.line + extent.start)
          }
          isBesideFloat = true
          nextEnd = min(nextEnd, LayoutUnit(block.floor + 1))
          continue
        }
        // A float that starts below limits how far down this place goes, unless the box reaches it.
        if rect.start.block > block, rect.start.block >= block + blockSize {
          if exclusion.isLeft ? rect.end.line > start.line : rect.start.line < lineEnd {
            limit = min(limit, rect.start.block)
          }
          continue
        }
        if exclusion.isLeft {
          guard rect.end.line > start.line else { continue }
          left = max(left, rect.end.line)
          leftFloats = left
        } else {
          guard rect.start.line < lineEnd else { continue }
          right = min(right, rect.start.line)
          rightFloats = right
        }
        isBesideFloat = true
        nextEnd = min(nextEnd, rect.end.block)
      }
      // What is less than nothing fits beside a float that is wider than the strip, but not where floats of both sides
      // stand in each other's way.
      if !isBesideFloat
        || right - left >= inlineSize && (right >= left || inlineSize < .zero && leftFloats <= rightFloats)
      {
        return BfcRect(
          start: BfcOffset(line: left, block: block),
          end: BfcOffset(
            line: inlineSize < .zero ? right : max(left, right),
            block: min(limit, isBesideFloat ? nextEnd : .max)))
      }
      block = nextEnd
    }
    return BfcRect(
      start: BfcOffset(line: start.line, block: block), end: BfcOffset(line: lineEnd, block: .max))
  }

  /// The first exclusion from which on all begin at `block` or below it: they limit how far down a place goes, and
  /// the first of them that does so the most.
  private func firstBelow(_ block: LayoutUnit) -> Int {
    guard isSorted else { return count }
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].exclusion.rect.start.block < block { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Where the top of a float's margin box of `size` goes: not above `start.block` nor above an
  /// earlier float, as high and as far to its side as it fits.
  /// https://drafts.csswg.org/css2/#float-position
  package func floatPosition(
    from start: BfcOffset, available: LayoutUnit, size: LogicalSize, isLeft: Bool
  ) -> BfcOffset {
    let start = BfcOffset(line: start.line, block: max(start.block, lastFloatStart))
    let place = opportunity(
      from: start, available: available, inlineSize: size.inline, blockSize: size.block)
    return BfcOffset(
      line: isLeft ? place.start.line : place.end.line - size.inline, block: place.start.block)
  }
}
