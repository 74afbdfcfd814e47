/// https://drafts.csswg.org/css-grid-2/ . Nothing here is inherited.
package struct GridStyle: Hashable, Sendable {
  package var templateColumns: TrackList = .init()
  package var templateRows: TrackList = .init()
  package var templateAreas: [GridArea] = []
  /// The size of the grid that `grid-template-areas` draws.
  package var areaColumnCount: Int32 = 0
  package var areaRowCount: Int32 = 0
  package var autoColumns: [TrackSize] = [.auto]
  package var autoRows: [TrackSize] = [.auto]
  package var autoFlowColumn = false
  package var autoFlowDense = false
  package var columnStart: GridLine = .auto
  package var columnEnd: GridLine = .auto
  package var rowStart: GridLine = .auto
  package var rowEnd: GridLine = .auto
  package init() {}
}

package struct GridArea: Hashable, Sendable {
  package var name: String
  /// Lines from 1; the end line is after the area's last track.
  package var rowStart: Int32
  package var rowEnd: Int32
  package var columnStart: Int32
  package var columnEnd: Int32
  package init(name: String, rowStart: Int32, rowEnd: Int32, columnStart: Int32, columnEnd: Int32) {
    (self.name, self.rowStart, self.rowEnd) = (name, rowStart, rowEnd)
    (self.columnStart, self.columnEnd) = (columnStart, columnEnd)
  }
}

package struct TrackList: Hashable, Sendable {
  package var components: [TrackListComponent] = []
  package var isSubgrid = false
  package init(components: [TrackListComponent] = [], isSubgrid: Bool = false) {
    (self.components, self.isSubgrid) = (components, isSubgrid)
  }
}
package indirect enum TrackListComponent: Hashable, Sendable {
  case lineNames([String])
  case track(TrackSize)
  case repetition(TrackRepeat, [TrackListComponent])
}
package enum TrackRepeat: Hashable, Sendable { case count(Int32), autoFill, autoFit }
package enum TrackBreadth: Hashable, Sendable {
  case auto, minContent, maxContent
  case length(LengthPercentage)
  /// Fractions of the free space.
  case flex(Float)
}
package enum TrackSize: Hashable, Sendable {
  case minmax(TrackBreadth, TrackBreadth)
  case fitContent(LengthPercentage)
  package static let auto = TrackSize.minmax(.auto, .auto)
}
package enum GridLine: Hashable, Sendable {
  case auto
  case line(Int32, name: String?)
  case named(String)
  case span(Int32, name: String?)
}

extension GridStyle {
  static let properties: [Property] = [
    // https://drafts.csswg.org/css-grid-2/
    .reset("grid-template-columns", \.grid.templateColumns),
    .reset("grid-template-rows", \.grid.templateRows),
    .reset("grid-template-areas", Field(get: { $0.grid.areasValue }, set: { $1.grid.areasValue = $0 })),
    .reset("grid-auto-columns", \.grid.autoColumns, text: .list(empty: "auto", separator: " ", .own)) {
      $0.consumeTrackSizes(in: $1)
    },
    .reset("grid-auto-rows", \.grid.autoRows, text: .list(empty: "auto", separator: " ", .own)) {
      $0.consumeTrackSizes(in: $1)
    },
    .reset("grid-auto-flow", Field(get: { $0.grid.flowValue }, set: { $1.grid.flowValue = $0 })),
    .reset("grid-column-start", \.grid.columnStart),
    .reset("grid-column-end", \.grid.columnEnd),
    .reset("grid-row-start", \.grid.rowStart),
    .reset("grid-row-end", \.grid.rowEnd),
  ]

  fileprivate var areasValue: GridAreas {
    get { GridAreas(areas: templateAreas, columnCount: areaColumnCount, rowCount: areaRowCount) }
    set {
      templateAreas = newValue.areas
      (areaColumnCount, areaRowCount) = (newValue.columnCount, newValue.rowCount)
    }
  }
  fileprivate var flowValue: GridFlow {
    get { GridFlow(isColumn: autoFlowColumn, isDense: autoFlowDense) }
    set { (autoFlowColumn, autoFlowDense) = (newValue.isColumn, newValue.isDense) }
  }
}
