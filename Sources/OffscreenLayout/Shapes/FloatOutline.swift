import OffscreenGeometry

/// The float area of a float with `shape-outside`: what lines beside it keep clear of.
/// https://drafts.csswg.org/css-shapes-1/#float-area
///
/// A closed line of segments and a margin around it, in CSS pixels along the lines and across them, from
/// the line-left and block-start corner of the float's margin box. Each float has its own, so that two are
/// equal only if they are the same.
package final class FloatOutline: Hashable, Sendable {
  struct Vertex: Equatable {
    var line: Double
    var block: Double
  }
  struct Segment {
    var from: Vertex
    var to: Vertex
  }
  private let segments: [Segment]
  private let margin: Double
  /// Of the margin box, which clips the shape.
  private let size: LogicalSize

  init(segments: [Segment], margin: Double, size: LogicalSize) {
    (self.segments, self.margin, self.size) = (segments, margin, size)
  }

  package static func == (a: FloatOutline, b: FloatOutline) -> Bool { a === b }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// How far the shape reaches along lines between two distances from the margin box's block start, from
  /// the margin box's line-left side; nil where it does not reach there.
  func extent(from start: LayoutUnit, to end: LayoutUnit) -> (start: LayoutUnit, end: LayoutUnit)? {
    let low = max(start, .zero).pixels
    let high = min(end, size.block).pixels
    guard low < high else { return nil }
    var reach = Reach()
    for segment in segments {
      let over = min(segment.from.block, segment.to.block) - margin
      let under = max(segment.from.block, segment.to.block) + margin
      guard under > low, over < high else { continue }
      if margin == 0 {
        reach.add(segment, low, high)
      } else {
        add(around: segment, low, high, to: &reach)
      }
    }
    guard reach.start <= reach.end else { return nil }
    let first = LayoutUnit(reach.start).nonNegative
    let last = min(LayoutUnit(reach.end), size.inline)
    return first < last ? (first, last) : nil
  }

  /// What is within the margin of a segment: discs around its ends, and its copies on both sides.
  private func add(around segment: Segment, _ low: Double, _ high: Double, to reach: inout Reach) {
    for end in [segment.from, segment.to] {
      let distance = (min(max(end.block, low), high) - end.block).magnitude
      guard distance < margin else { continue }
      let half = (margin * margin - distance * distance).squareRoot()
      reach.add(end.line - half)
      reach.add(end.line + half)
    }
    let (line, block) = (segment.to.line - segment.from.line, segment.to.block - segment.from.block)
    let length = (line * line + block * block).squareRoot()
    guard length > 0 else { return }
    for side in [margin, -margin] {
      let (x, y) = (block / length * side, -line / length * side)
      reach.add(
        Segment(
          from: Vertex(line: segment.from.line + x, block: segment.from.block + y),
          to: Vertex(line: segment.to.line + x, block: segment.to.block + y)), low, high)
    }
  }

  private struct Reach {
    var start = Double.infinity
    var end = -Double.infinity

    mutating func add(_ line: Double) {
      start = min(start, line)
      end = max(end, line)
    }

    /// The part of a segment between two block offsets.
    mutating func add(_ segment: Segment, _ low: Double, _ high: Double) {
      let (over, under) =
        segment.from.block <= segment.to.block
        ? (segment.from, segment.to) : (segment.to, segment.from)
      guard under.block > low && over.block < high else { return }
      func line(at block: Double) -> Double {
        let height = under.block - over.block
        return height > 0 ? over.line + (under.line - over.line) * (block - over.block) / height : over.line
      }
      add(over.block >= low ? over.line : line(at: low))
      add(under.block <= high ? under.line : line(at: high))
    }
  }
}
