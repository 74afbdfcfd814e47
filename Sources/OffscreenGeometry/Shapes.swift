/// A point in a physical coordinate space: x to the right, y down, in layout units.
@usableFromInline package struct Point: Hashable, Sendable {
  @usableFromInline package var x: LayoutUnit
  @usableFromInline package var y: LayoutUnit
  @inlinable package static var zero: Point { Point(x: .zero, y: .zero) }
  @inlinable package init(x: LayoutUnit, y: LayoutUnit) { (self.x, self.y) = (x, y) }
  @inlinable package static func + (a: Self, b: Self) -> Self { Self(x: a.x + b.x, y: a.y + b.y) }
  @inlinable package static func - (a: Self, b: Self) -> Self { Self(x: a.x - b.x, y: a.y - b.y) }
  @inlinable package static func += (a: inout Self, b: Self) { a = a + b }
}

/// A physical size in layout units.
@usableFromInline package struct Size: Hashable, Sendable {
  @usableFromInline package var width: LayoutUnit
  @usableFromInline package var height: LayoutUnit
  @inlinable package static var zero: Size { Size(width: .zero, height: .zero) }
  @inlinable package init(width: LayoutUnit, height: LayoutUnit) {
    (self.width, self.height) = (width, height)
  }
  @inlinable package var isEmpty: Bool { width <= .zero || height <= .zero }
}

/// A physical rectangle in layout units.
@usableFromInline package struct Rect: Hashable, Sendable {
  @usableFromInline package var origin: Point
  @usableFromInline package var size: Size
  @inlinable package static var zero: Rect { Rect(origin: .zero, size: .zero) }
  @inlinable package init(origin: Point, size: Size) { (self.origin, self.size) = (origin, size) }
  @inlinable package init(x: LayoutUnit, y: LayoutUnit, width: LayoutUnit, height: LayoutUnit) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }
  @inlinable package var minX: LayoutUnit { origin.x }
  @inlinable package var minY: LayoutUnit { origin.y }
  @inlinable package var maxX: LayoutUnit { origin.x + size.width }
  @inlinable package var maxY: LayoutUnit { origin.y + size.height }
  @inlinable package var width: LayoutUnit { size.width }
  @inlinable package var height: LayoutUnit { size.height }
  @inlinable package var isEmpty: Bool { size.isEmpty }

  @inlinable package func offset(by delta: Point) -> Rect { Rect(origin: origin + delta, size: size) }

  @inlinable package func inset(by edges: Edges) -> Rect {
    Rect(
      x: minX + edges.left, y: minY + edges.top,
      width: (width - edges.left - edges.right).nonNegative,
      height: (height - edges.top - edges.bottom).nonNegative)
  }

  @inlinable package func outset(by edges: Edges) -> Rect {
    Rect(minX: minX - edges.left, minY: minY - edges.top, maxX: maxX + edges.right, maxY: maxY + edges.bottom)
  }

  /// Of a wider extent than can be represented the end is kept: before the start nothing is visible.
  @inlinable init(minX: LayoutUnit, minY: LayoutUnit, maxX: LayoutUnit, maxY: LayoutUnit) {
    let x = Swift.max(minX, maxX - .max)
    let y = Swift.max(minY, maxY - .max)
    self.init(x: x, y: y, width: maxX - x, height: maxY - y)
  }

  /// The smallest rectangle around both. An empty one counts too: it still has a place.
  @inlinable package func union(_ other: Rect) -> Rect {
    Rect(
      minX: Swift.min(minX, other.minX), minY: Swift.min(minY, other.minY),
      maxX: Swift.max(maxX, other.maxX), maxY: Swift.max(maxY, other.maxY))
  }

  @inlinable package func intersects(_ other: Rect) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }
}

/// One value for each physical side, in layout units.
@usableFromInline package struct Edges: Hashable, Sendable {
  @usableFromInline package var top: LayoutUnit
  @usableFromInline package var right: LayoutUnit
  @usableFromInline package var bottom: LayoutUnit
  @usableFromInline package var left: LayoutUnit
  @inlinable package static var zero: Edges { Edges(top: .zero, right: .zero, bottom: .zero, left: .zero) }
  @inlinable package init(
    top: LayoutUnit, right: LayoutUnit, bottom: LayoutUnit, left: LayoutUnit
  ) {
    (self.top, self.right, self.bottom, self.left) = (top, right, bottom, left)
  }
  @inlinable package static func + (a: Self, b: Self) -> Self {
    Self(
      top: a.top + b.top, right: a.right + b.right, bottom: a.bottom + b.bottom,
      left: a.left + b.left)
  }
}
