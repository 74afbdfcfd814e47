import OffscreenGeometry
import Testing

@testable import OffscreenLayout

@Suite struct ColumnDistributionTests {
  private func column(_ min: Int, _ max: Int, percent: Float? = nil, fixed: Bool = false) -> ColumnConstraint {
    ColumnConstraint(min: LayoutUnit(min), max: LayoutUnit(max), percent: percent, isConstrained: fixed)
  }
  private func sizes(_ target: Int, _ columns: [ColumnConstraint], isFixedLayout: Bool = false) -> [Double] {
    ColumnDistribution.distribute(LayoutUnit(target), isFixedLayout: isFixedLayout, to: columns).map(\.pixels)
  }

  @Test func contentThatFitsExactlyGetsItsSize() {
    #expect(sizes(70, [column(10, 30), column(40, 40)]) == [30, 40])
  }

  @Test func automaticColumnsShareByWhatTheyLack() {
    // Measured in Chromium: 45 px for columns of 10 to 30 and 10 to 60 px.
    #expect(sizes(45, [column(10, 30), column(10, 60)]) == [17.140625, 27.859375])
  }

  @Test func beyondTheContentAutomaticColumnsGrowByTheirSize() {
    #expect(sizes(300, [column(10, 30), column(40, 40), column(0, 0)]).reduce(0, +) == 300)
    #expect(sizes(210, [column(10, 30), column(40, 40)]) == [90, 120])
  }

  @Test func lengthsGrowOnlyWithoutAutomaticColumns() {
    #expect(sizes(300, [column(10, 50, fixed: true), column(10, 30)]) == [50, 250])
    #expect(sizes(300, [column(10, 50, fixed: true), column(10, 100, fixed: true)]) == [100, 200])
  }

  @Test func percentagesAreOfTheTable() {
    #expect(sizes(300, [column(10, 30, percent: 20), column(40, 40, percent: 30), column(10, 10)]) == [60, 90, 150])
    #expect(sizes(300, [column(10, 30, percent: 20), column(40, 40, percent: 30)]) == [120, 180])
  }

  @Test func nothingIsBelowItsMinimum() {
    #expect(sizes(10, [column(10, 30), column(40, 80, percent: 5)]) == [10, 40])
  }

  @Test func mergedColumnsGetNothing() {
    var merged = column(0, 0)
    merged.isMergeable = true
    #expect(sizes(100, [column(10, 30), merged, column(10, 30)]) == [50, 0, 50])
  }

  @Test func fixedLayoutIgnoresContent() {
    let automatic = column(0, 70)
    #expect(sizes(200, [column(0, 50, fixed: true), automatic, automatic], isFixedLayout: true) == [50, 75, 75])
    #expect(sizes(100, [column(0, 80, fixed: true), column(0, 120, fixed: true)], isFixedLayout: true) == [40, 60])
  }

  @Test func spanningCellFillsItsColumns() {
    var columns: [ColumnConstraint] = []
    let single = [
      CellConstraint(min: LayoutUnit(10), max: LayoutUnit(10)),
      CellConstraint(min: LayoutUnit(40), max: LayoutUnit(40)),
    ]
    let wide = SpanningCell(constraint: CellConstraint(min: LayoutUnit(80), max: LayoutUnit(100)), column: 0, span: 2)
    ColumnDistribution.apply(single, spanning: [wide], spacing: .zero, isFixedLayout: false, to: &columns)
    #expect(columns.map { $0.minOrZero.pixels } == [16, 64])
    #expect(columns.reduce(0) { $0 + $1.maxOrZero.pixels } == 100)
  }

  @Test func percentagesAreNeverBeyondAll() {
    var columns: [ColumnConstraint] = []
    let cells = [CellConstraint(percent: 80), CellConstraint(percent: 50), CellConstraint(percent: 10)]
    ColumnDistribution.apply(cells, spanning: [], spacing: .zero, isFixedLayout: false, to: &columns)
    #expect(columns.map(\.percent) == [80, 20, 0])
  }

  @Test func hugeSizesDoNotOverflow() {
    let huge = ColumnConstraint(min: .max, max: .max)
    #expect(sizes(.max, [huge, huge, huge]).allSatisfy { $0 >= 0 })
    let percent = ColumnConstraint(min: .zero, max: .max, percent: 0.0001)
    let all = ColumnDistribution.gridSizes([percent, huge], edges: .max, isFixedLayout: false, usesPercentages: true)
    #expect(all.max == .max)
  }
}

@Suite struct RowDistributionTests {
  private func row(_ size: Int, percent: Float? = nil, fixed: Bool = false, spans: Bool = false) -> RowConstraint {
    RowConstraint(size: LayoutUnit(size), percent: percent, isConstrained: fixed || percent != nil, startsSpan: spans)
  }
  private func grown(_ rows: [RowConstraint], to target: Int, isSpan: Bool = false) -> [Double] {
    var rows = rows
    RowDistribution.grow(
      rows.indices, to: LayoutUnit(target), isSpan: isSpan, spacing: .zero,
      percentBasis: isSpan ? nil : LayoutUnit(target), rows: &rows)
    return rows.map(\.size.pixels)
  }

  @Test func rowsGrowByTheirSize() { #expect(grown([row(10), row(20)], to: 210) == [70, 140]) }
  @Test func rowsWithHeightsStay() { #expect(grown([row(30, fixed: true), row(20)], to: 200) == [30, 170]) }
  @Test func allWithHeightsGrow() {
    #expect(grown([row(30, fixed: true), row(50, fixed: true)], to: 200) == [75, 125])
  }
  @Test func percentagesFirst() {
    #expect(grown([row(10, percent: 25), row(20, percent: 50), row(10)], to: 200) == [50, 100, 50])
  }
  @Test func emptyRowsOfASpanLeaveAllToTheLast() {
    #expect(grown([row(0, spans: true), row(0), row(0)], to: 90, isSpan: true) == [0, 0, 90])
  }
  @Test func rowsInWhichSpansStartTakeTheRest() {
    #expect(grown([row(10, spans: true), row(10, spans: true), row(10)], to: 90, isSpan: true) == [10, 70, 10])
  }
  @Test func emptyRowsWithoutHeights() {
    #expect(grown([row(0), row(10, fixed: true), row(0)], to: 90) == [40, 10, 40])
  }
  @Test func nothingIsTakenAway() { #expect(grown([row(50), row(60)], to: 20) == [50, 60]) }
  @Test func bodiesGrowRatherThanHeaders() {
    var rows = [row(10), row(10), row(10)]
    var sections = [
      SectionConstraint(rows: 0..<1, size: LayoutUnit(10), isBody: false),
      SectionConstraint(rows: 1..<2, size: LayoutUnit(10)),
      SectionConstraint(rows: 2..<3, size: LayoutUnit(50), isConstrained: true),
    ]
    RowDistribution.distribute(LayoutUnit(100), spacing: LayoutUnit(5), to: &sections, rows: &rows)
    #expect(sections.map(\.size.pixels) == [10, 20, 50])
    #expect(rows[1].size.pixels == 20)
  }
}
