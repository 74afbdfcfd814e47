import OffscreenGeometry
import Testing

@testable import OffscreenLayout

struct FloatOutlineTests {
  private func outline(_ points: [(Double, Double)], margin: Double = 0) -> FloatOutline {
    let vertices = points.map { FloatOutline.Vertex(line: $0.0, block: $0.1) }
    let segments = vertices.indices.map {
      FloatOutline.Segment(from: vertices[$0], to: vertices[($0 + 1) % vertices.count])
    }
    return FloatOutline(segments: segments, margin: margin, size: LogicalSize(inline: 100, block: 100))
  }

  private func extent(_ outline: FloatOutline, _ from: LayoutUnit, _ to: LayoutUnit) -> [LayoutUnit]? {
    outline.extent(from: from, to: to).map { [$0.start, $0.end] }
  }

  @Test func widestPartOfABandCounts() {
    let triangle = outline([(0, 0), (100, 0), (0, 100)])
    #expect(extent(triangle, 0, 10) == [0, 100])
    #expect(extent(triangle, 50, 60) == [0, 50])
  }

  @Test func whatOnlyTouchesIsNotBeside() {
    let square = outline([(20, 20), (60, 20), (60, 60), (20, 60)])
    #expect(square.extent(from: 0, to: 20) == nil)
    #expect(square.extent(from: 60, to: 80) == nil)
    #expect(square.extent(from: 59, to: 80) != nil)
    #expect(square.extent(from: -30, to: -10) == nil)
  }

  @Test func marginsAreRound() {
    let square = outline([(20, 20), (60, 20), (60, 60), (20, 60)], margin: 10)
    #expect(extent(square, 30, 40) == [10, 70])
    #expect(extent(square, 60, 66) == [10, 70])
    #expect(extent(square, 66, 68) == [12, 68])
    #expect(square.extent(from: 70, to: 80) == nil)
  }

  @Test func theMarginBoxClips() {
    let wide = outline([(-50, 0), (300, 0), (300, 200), (-50, 200)])
    #expect(extent(wide, 90, 150) == [0, 100])
    #expect(wide.extent(from: 100, to: 150) == nil)
  }

  @Test func linesGoDownToWhereTheyFit() {
    var exclusions = ExclusionSpace()
    let rect = BfcRect(start: .zero, end: BfcOffset(line: 100, block: 100))
    exclusions.add(.init(rect: rect, isLeft: true, outline: outline([(0, 0), (100, 0), (0, 100)])))
    let start = BfcOffset(line: 0, block: 0)
    let line = exclusions.opportunity(
      from: start, available: 120, inlineSize: 80, blockSize: 10, followsShapes: true)
    #expect(line.start == BfcOffset(line: 40, block: 60))
    // A box keeps clear of the whole float.
    let box = exclusions.opportunity(from: start, available: 120, inlineSize: 80, blockSize: 10)
    #expect(box.start == BfcOffset(line: 0, block: 100))
  }
}
