import Testing

@testable import OffscreenLayout

/// The cells that items of a grid take.
struct GridOccupancyTests {
  @Test func areasThatTouchBecomeOne() {
    var cells = GridOccupancy()
    let row = GridSpan(start: 0, end: 1)
    for start in [4, 0, 2, 6] { cells.take(GridSpan(start: start, end: start + 2), lines: row) }
    #expect(cells.obstacle(GridSpan(start: 0, end: 1), lines: row)?.end == 8)
    #expect(cells.obstacle(GridSpan(start: 8, end: 20), lines: row) == nil)
    #expect(cells.obstacle(GridSpan(start: -3, end: 0), lines: row) == nil)
    #expect(cells.obstacle(GridSpan(start: 3, end: 4), lines: GridSpan(start: 1, end: 5)) == nil)
  }

  @Test func theLastLineInTheWayIsTold() {
    var cells = GridOccupancy()
    cells.take(GridSpan(start: 1, end: 3), lines: GridSpan(start: 2, end: 5))
    cells.take(GridSpan(start: 7, end: 9), lines: GridSpan(start: 3, end: 4))
    let found = cells.obstacle(GridSpan(start: 2, end: 8), lines: GridSpan(start: 0, end: 10))
    #expect(found?.line == 4 && found?.end == 3)
    #expect(cells.obstacle(GridSpan(start: 3, end: 7), lines: GridSpan(start: 0, end: 10)) == nil)
  }

  @Test func whatTakesTooLongIsFree() {
    var cells = GridOccupancy()
    for _ in 0..<1_200 { cells.take(GridSpan(start: 0, end: 9), lines: GridSpan(start: 0, end: 10_000)) }
    #expect(cells.isSpent)
    #expect(cells.obstacle(GridSpan(start: 0, end: 9), lines: GridSpan(start: 0, end: 9)) == nil)
  }
}
