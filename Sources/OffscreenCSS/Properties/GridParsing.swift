/// The grid's limit of lines on each side.
private let largestLine: Int32 = 10_000

/// https://drafts.csswg.org/css-grid-2/#grid-template-areas-property
struct GridAreas: PropertyValue {
  var areas: [GridArea] = []
  var columnCount: Int32 = 0
  var rowCount: Int32 = 0

  static func parse(_ cursor: inout TokenCursor, in context: ValueContext) -> GridAreas? {
    if cursor.consumeIdent("none") { return GridAreas() }
    var rows: [String] = []
    while let row = cursor.consumeString(), rows.count < largestLine { rows.append(row) }
    return GridAreas(rows: rows)
  }

  init(areas: [GridArea] = [], columnCount: Int32 = 0, rowCount: Int32 = 0) {
    (self.areas, self.columnCount, self.rowCount) = (areas, columnCount, rowCount)
  }

  /// Nil unless all rows are equally long and every name is a rectangle.
  init?(rows: [String]) {
    guard !rows.isEmpty else { return nil }
    var found: [String: (area: GridArea, cells: Int)] = [:]
    var order: [String] = []
    for (row, text) in rows.enumerated() {
      guard let cells = Self.cells(text), !cells.isEmpty else { return nil }
      if row == 0 { columnCount = Int32(clamping: cells.count) }
      guard cells.count == Int(columnCount) else { return nil }
      let line = Int32(clamping: row + 1)
      for (column, name) in cells.enumerated() {
        guard let name else { continue }
        let start = Int32(clamping: column + 1)
        if var entry = found[name] {
          entry.cells += 1
          entry.area.rowEnd = max(entry.area.rowEnd, line + 1)
          entry.area.columnStart = min(entry.area.columnStart, start)
          entry.area.columnEnd = max(entry.area.columnEnd, start + 1)
          found[name] = entry
        } else {
          order.append(name)
          found[name] = (
            GridArea(name: name, rowStart: line, rowEnd: line + 1, columnStart: start, columnEnd: start + 1), 1
          )
        }
      }
    }
    for name in order {
      guard let (area, cells) = found[name],
        Int(area.rowEnd - area.rowStart) * Int(area.columnEnd - area.columnStart) == cells
      else { return nil }
      areas.append(area)
    }
    rowCount = Int32(clamping: rows.count)
  }

  /// nil inside is a null cell.
  private static func cells(_ text: String) -> [String?]? {
    var cells: [String?] = []
    var name: [UInt8] = []
    var inDots = false
    func finish() {
      if !name.isEmpty {
        cells.append(String(decoding: name, as: UTF8.self))
      } else if inDots {
        cells.append(nil)
      }
      name = []
      inDots = false
    }
    for byte in text.utf8 {
      if byte.isCSSWhitespace {
        finish()
      } else if byte == 0x2E {
        if !inDots { finish() }
        inDots = true
      } else if byte.isIdent {
        if inDots { finish() }
        name.append(byte)
      } else {
        return nil
      }
    }
    finish()
    return cells
  }
}

struct GridFlow: PropertyValue {
  var isColumn = false
  var isDense = false

  static func parse(_ cursor: inout TokenCursor, in context: ValueContext) -> GridFlow? {
    var result = GridFlow()
    var hasAxis = false
    for _ in 0..<2 {
      if !hasAxis, let isColumn = cursor.consumeOne(of: ["row": false, "column": true]) {
        result.isColumn = isColumn
        hasAxis = true
      } else if !result.isDense, cursor.consumeIdent("dense") {
        result.isDense = true
      }
    }
    return hasAxis || result.isDense ? result : nil
  }
}

extension GridLine: PropertyValue {
  /// https://drafts.csswg.org/css-grid-2/#line-placement
  package static func parse(_ cursor: inout TokenCursor, in context: ValueContext) -> GridLine? {
    if cursor.consumeIdent("auto") { return .auto }
    var isSpan = cursor.consumeIdent("span")
    var number: Int32?
    var name: String?
    for _ in 0..<2 {
      if number == nil, let value = cursor.consumeInteger(in: context) {
        number = min(max(value, -largestLine), largestLine)
      } else if name == nil, !cursor.isIdent("span"), !cursor.isIdent("auto") {
        name = cursor.consumeCustomIdent()
      }
    }
    if !isSpan, number != nil || name != nil { isSpan = cursor.consumeIdent("span") }
    if number == 0 { return nil }
    if isSpan {
      guard number != nil || name != nil, number ?? 1 > 0 else { return nil }
      return .span(number ?? 1, name: name)
    }
    if let number { return .line(number, name: name) }
    return name.map { .named($0) }
  }
}

extension TrackListComponent {
  /// Whether it is of `<fixed-size>`, so that it can be counted how often it fits.
  /// https://drafts.csswg.org/css-grid-2/#typedef-fixed-size
  fileprivate var isFixed: Bool {
    func isLength(_ breadth: TrackBreadth) -> Bool { if case .length = breadth { true } else { false } }
    switch self {
    case .lineNames: return true
    case .track(.minmax(let low, let high)): return isLength(low) || isLength(high)
    case .track(.fitContent): return false
    case .repetition(_, let tracks):
      return tracks.allSatisfy { if case .repetition = $0 { false } else { $0.isFixed } }
    }
  }
}

extension TrackList: PropertyValue {
  package static func parse(_ cursor: inout TokenCursor, in context: ValueContext) -> TrackList? {
    cursor.consumeTrackList(in: context)
  }
}

extension TokenCursor {
  /// https://drafts.csswg.org/css-grid-2/#track-sizing
  mutating func consumeTrackList(in context: ValueContext) -> TrackList? {
    var list = TrackList()
    if consumeIdent("none") { return list }
    // Deviation: masonry is laid out as a grid with automatic tracks. https://drafts.csswg.org/css-grid-3/
    if consumeIdent("masonry") { return list }
    if consumeIdent("subgrid") {
      list.isSubgrid = true
      list.components = consumeTracks(in: context, namesOnly: true, isNested: false) ?? []
      return list
    }
    guard let components = consumeTracks(in: context, namesOnly: false, isNested: false),
      components.contains(where: {
        if case .lineNames = $0 { false } else { true }
      })
    else { return nil }
    list.components = components
    return list
  }

  private mutating func consumeTracks(
    in context: ValueContext, namesOnly: Bool, isNested: Bool
  ) -> [TrackListComponent]? {
    var components: [TrackListComponent] = []
    var hasAutoRepeat = false
    while !isAtEnd, !isDelim("/"), components.count < Int(largestLine) {
      if kind == .openSquare {
        // Names stand between tracks: one list, unless there are only names.
        if !namesOnly, case .lineNames? = components.last { return nil }
        guard let names = consumeLineNames() else { return nil }
        components.append(.lineNames(names))
      } else if !isNested, var inner = consumeFunction("repeat") {
        let count: TrackRepeat
        if inner.consumeIdent("auto-fill") {
          count = .autoFill
        } else if inner.consumeIdent("auto-fit") {
          count = .autoFit
        } else if let number = inner.consumeInteger(in: context, from: 1) {
          count = .count(min(number, largestLine))
        } else {
          return nil
        }
        if count == .autoFill || count == .autoFit {
          // There may be one such repetition.
          guard !hasAutoRepeat else { return nil }
          hasAutoRepeat = true
        }
        guard inner.consumeComma(),
          let tracks = inner.consumeTracks(in: context, namesOnly: namesOnly, isNested: true), inner.isAtEnd,
          !tracks.isEmpty
        else { return nil }
        components.append(.repetition(count, tracks))
        if hasAutoRepeat, !namesOnly, !components.allSatisfy(\.isFixed) { return nil }
      } else if !namesOnly, let size = consumeTrackSize(in: context) {
        components.append(.track(size))
        // Beside an automatic repetition, sizes are definite.
        if hasAutoRepeat, !TrackListComponent.track(size).isFixed { return nil }
      } else {
        break
      }
    }
    return components
  }

  mutating func consumeLineNames() -> [String]? {
    guard var inner = consumeBlock(.openSquare) else { return nil }
    var names: [String] = []
    while let name = inner.consumeCustomIdent(except: ["span", "auto"]), names.count < 1000 {
      names.append(name)
    }
    return inner.isAtEnd ? names : nil
  }

  mutating func consumeTrackSize(in context: ValueContext) -> TrackSize? {
    if var inner = consumeFunction("minmax") {
      guard let low = inner.consumeTrackBreadth(in: context), inner.consumeComma(),
        let high = inner.consumeTrackBreadth(in: context), inner.isAtEnd
      else { return nil }
      if case .flex = low { return nil }
      return .minmax(low, high)
    }
    if var inner = consumeFunction("fit-content") {
      guard let limit = inner.consumeLengthPercentage(in: context, .nonNegative), inner.isAtEnd
      else { return nil }
      return .fitContent(limit)
    }
    guard let breadth = consumeTrackBreadth(in: context) else { return nil }
    // A flexible track's minimum is automatic.
    if case .flex = breadth { return .minmax(.auto, breadth) }
    return .minmax(breadth, breadth)
  }

  private mutating func consumeTrackBreadth(in context: ValueContext) -> TrackBreadth? {
    if let keyword = consumeOne(of: [
      "auto": TrackBreadth.auto, "min-content": .minContent, "max-content": .maxContent,
    ]) {
      return keyword
    }
    let token = peek
    if token.kind == .dimension, buffer.matches(token, "fr") {
      guard token.number >= 0 else { return nil }
      advance()
      return .flex(token.number.clampedNumber)
    }
    return consumeLengthPercentage(in: context, .nonNegative).map { .length($0) }
  }

  /// One or more track sizes.
  mutating func consumeTrackSizes(in context: ValueContext) -> [TrackSize]? {
    var sizes: [TrackSize] = []
    while sizes.count < Int(largestLine), let size = consumeTrackSize(in: context) { sizes.append(size) }
    return sizes.isEmpty ? nil : sizes
  }
}
