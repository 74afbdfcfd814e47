import OffscreenCSS
import OffscreenGeometry

/// A size along the inline and the block axis of some writing mode.
package struct LogicalSize: Hashable, Sendable {
  package var inline: LayoutUnit
  package var block: LayoutUnit
  package static let zero = LogicalSize(inline: .zero, block: .zero)
  @inlinable package init(inline: LayoutUnit, block: LayoutUnit) { (self.inline, self.block) = (inline, block) }
}

/// From the inline-start and block-start corner of a box to those of another.
package struct LogicalOffset: Hashable, Sendable {
  package var inline: LayoutUnit
  package var block: LayoutUnit
  package static let zero = LogicalOffset(inline: .zero, block: .zero)
  @inlinable package init(inline: LayoutUnit, block: LayoutUnit) { (self.inline, self.block) = (inline, block) }
  @inlinable package static func + (a: Self, b: Self) -> Self {
    Self(inline: a.inline + b.inline, block: a.block + b.block)
  }
}

package struct LogicalEdges: Hashable, Sendable {
  package var inlineStart: LayoutUnit
  package var inlineEnd: LayoutUnit
  package var blockStart: LayoutUnit
  package var blockEnd: LayoutUnit
  package static let zero = LogicalEdges(inlineStart: .zero, inlineEnd: .zero, blockStart: .zero, blockEnd: .zero)
  package init(inlineStart: LayoutUnit, inlineEnd: LayoutUnit, blockStart: LayoutUnit, blockEnd: LayoutUnit) {
    (self.inlineStart, self.inlineEnd) = (inlineStart, inlineEnd)
    (self.blockStart, self.blockEnd) = (blockStart, blockEnd)
  }
  @inlinable package var inlineSum: LayoutUnit { inlineStart + inlineEnd }
  @inlinable package var blockSum: LayoutUnit { blockStart + blockEnd }
  package static func + (a: Self, b: Self) -> Self {
    Self(
      inlineStart: a.inlineStart + b.inlineStart, inlineEnd: a.inlineEnd + b.inlineEnd,
      blockStart: a.blockStart + b.blockStart, blockEnd: a.blockEnd + b.blockEnd)
  }
}

/// A writing mode with a direction: what maps logical sides to physical ones.
/// https://drafts.csswg.org/css-writing-modes-4/#abstract-box
package struct WritingDirection: Hashable, Sendable {
  package var mode: WritingMode
  package var direction: Direction
  package init(mode: WritingMode, direction: Direction) { (self.mode, self.direction) = (mode, direction) }
  package init(_ style: ComputedStyle) { self.init(mode: style.text.writingMode, direction: style.text.direction) }

  // Optimization: patterns, for `==` of an enum of another module is a call.
  @inlinable package var isHorizontal: Bool { if case .horizontalTB = mode { true } else { false } }
  @inlinable package var isLTR: Bool { if case .ltr = direction { true } else { false } }
  /// Whether the block axis runs from right to left.
  @inlinable package var isBlockFlipped: Bool {
    switch mode {
    case .verticalRL, .sidewaysRL: true
    case .horizontalTB, .verticalLR, .sidewaysLR: false
    }
  }
  /// Whether the inline axis runs against the physical axis (right to left, or bottom to top).
  @inlinable package var isInlineFlipped: Bool { if case .sidewaysLR = mode { isLTR } else { !isLTR } }
  /// Whether the axis of this that lies along the inline axis of another one, or along its block axis, runs
  /// against the physical axis.
  package func isFlipped(alongInlineOf other: WritingDirection, _ isInline: Bool) -> Bool {
    isOrthogonal(to: other) == isInline ? isBlockFlipped : isInlineFlipped
  }
  @inlinable package func isOrthogonal(to other: WritingDirection) -> Bool { isHorizontal != other.isHorizontal }

  @inlinable package func logical(_ size: Size) -> LogicalSize {
    isHorizontal
      ? LogicalSize(inline: size.width, block: size.height)
      : LogicalSize(inline: size.height, block: size.width)
  }
  @inlinable package func physical(_ size: LogicalSize) -> Size {
    isHorizontal
      ? Size(width: size.inline, height: size.block) : Size(width: size.block, height: size.inline)
  }

  package func logical(_ edges: Edges) -> LogicalEdges {
    let (left, right) = isHorizontal ? (edges.left, edges.right) : (edges.top, edges.bottom)
    let (over, under) = isHorizontal ? (edges.top, edges.bottom) : (edges.left, edges.right)
    return LogicalEdges(
      inlineStart: isInlineFlipped ? right : left, inlineEnd: isInlineFlipped ? left : right,
      blockStart: isBlockFlipped ? under : over, blockEnd: isBlockFlipped ? over : under)
  }
  package func physical(_ edges: LogicalEdges) -> Edges {
    let left = isInlineFlipped ? edges.inlineEnd : edges.inlineStart
    let right = isInlineFlipped ? edges.inlineStart : edges.inlineEnd
    let over = isBlockFlipped ? edges.blockEnd : edges.blockStart
    let under = isBlockFlipped ? edges.blockStart : edges.blockEnd
    return isHorizontal
      ? Edges(top: over, right: right, bottom: under, left: left)
      : Edges(top: left, right: under, bottom: right, left: over)
  }

  /// Where the top left of a child of the size `child` is, from the top left of its container.
  @inlinable package func physical(_ offset: LogicalOffset, of child: Size, in container: Size) -> Point {
    let outer = logical(container)
    let inner = logical(child)
    let inline = isInlineFlipped ? outer.inline - offset.inline - inner.inline : offset.inline
    let block = isBlockFlipped ? outer.block - offset.block - inner.block : offset.block
    return isHorizontal ? Point(x: inline, y: block) : Point(x: block, y: inline)
  }
  /// The reverse of `physical(_:of:in:)`.
  package func logical(_ point: Point, of child: Size, in container: Size) -> LogicalOffset {
    let outer = logical(container)
    let inner = logical(child)
    let (inline, block) = isHorizontal ? (point.x, point.y) : (point.y, point.x)
    return LogicalOffset(
      inline: isInlineFlipped ? outer.inline - inline - inner.inline : inline,
      block: isBlockFlipped ? outer.block - block - inner.block : block)
  }

  /// The physical sides' values in logical order.
  package func sides<Value>(_ sides: Sides<Value>) -> (
    inlineStart: Value, inlineEnd: Value, blockStart: Value, blockEnd: Value
  ) {
    let (left, right) = isHorizontal ? (sides.left, sides.right) : (sides.top, sides.bottom)
    let (over, under) = isHorizontal ? (sides.top, sides.bottom) : (sides.left, sides.right)
    return (
      isInlineFlipped ? right : left, isInlineFlipped ? left : right,
      isBlockFlipped ? under : over, isBlockFlipped ? over : under
    )
  }
}

/// The min-content and max-content sizes along the inline axis.
package struct MinMaxSizes: Hashable, Sendable {
  package var min: LayoutUnit
  package var max: LayoutUnit
  package static let zero = MinMaxSizes(min: .zero, max: .zero)
  package init(min: LayoutUnit, max: LayoutUnit) { (self.min, self.max) = (min, max) }
  package mutating func encompass(_ other: MinMaxSizes) {
    min = Swift.max(min, other.min)
    max = Swift.max(max, other.max)
  }
  package static func + (a: Self, b: LayoutUnit) -> Self { Self(min: a.min + b, max: a.max + b) }
  /// https://drafts.csswg.org/css-sizing-3/#fit-content-size
  package func shrinkToFit(_ available: LayoutUnit) -> LayoutUnit {
    Swift.min(max, Swift.max(min, available))
  }
}
