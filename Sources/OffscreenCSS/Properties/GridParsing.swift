/// The grid's limit of lines on each side.
private let largestLine: Int32 = 10_000

/// https://drafts.csswg.org/css-grid-2/#grid-template-areas-property
struct GridAreas: AbsoluteValue, Equatable {
  var areas: [GridArea] = []
  var columnCount: Int32 = 0
  var rowCount: Int32 = 0

  static func parse(_ cursor: inout TokenCursor, in context: ParsingContext) -> GridAreas? {
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

struct GridFlow: AbsoluteValue, Equatable {
  var isColumn = false
  var isDense = false

  static func parse(_ cursor: inout TokenCursor, in context: ParsingContext) -> GridFlow? {
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
  package static func specified(_ cursor: inout TokenCursor, in context: ParsingContext) -> Specified<GridLine>? {
    if cursor.consumeIdent("auto") { return .computed(.auto) }
    var isSpan = cursor.consumeIdent("span")
    var number: Specified<Int32>?
    var name: String?
    for _ in 0..<2 {
      if number == nil, let value = cursor.consumeInteger(in: context) {
        number = value.map { min(max($0, -largestLine), largestLine) }
      } else if name == nil, !cursor.isIdent("span"), !cursor.isIdent("auto") {
        name = cursor.consumeCustomIdent()
      }
    }
    if !isSpan, number != nil || name != nil { isSpan = cursor.consumeIdent("span") }
    let initial = number?.computed(in: .initial)
    if initial == 0 { return nil }
    let label = name
    if isSpan {
      guard number != nil || name != nil, initial ?? 1 > 0 else { return nil }
      return (number ?? .computed(1)).map { .span(max(1, $0), name: label) }
    }
    if let number { return number.map { .line($0 == 0 ? 1 : $0, name: label) } }
    return .constant(name.map { .named($0) })
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

  fileprivate var isNames: Bool { if case .lineNames = self { true } else { false } }
}

extension TrackList: PropertyValue {
  package static func specified(_ cursor: inout TokenCursor, in context: ParsingContext) -> Specified<TrackList>? {
    cursor.consumeTrackList(in: context)
  }
}

extension TokenCursor {
  /// https://drafts.csswg.org/css-grid-2/#track-sizing
  mutating func consumeTrackList(in context: ParsingContext) -> Specified<TrackList>? {
    if consumeIdent("none") { return .computed(TrackList()) }
    // Deviation: masonry is laid out as a grid with automatic tracks. https://drafts.csswg.org/css-grid-3/
    if consumeIdent("masonry") { return .computed(TrackList()) }
    if consumeIdent("subgrid") {
      let names = consumeTracks(in: context, namesOnly: true, isNested: false) ?? []
      return names.joined().map { TrackList(components: $0, isSubgrid: true) }
    }
    guard let components = consumeTracks(in: context, namesOnly: false, isNested: false),
      components.contains(where: { !($0.constant?.isNames ?? false) })
    else { return nil }
    return components.joined().map { TrackList(components: $0) }
  }

  private mutating func consumeTracks(
    in context: ParsingContext, namesOnly: Bool, isNested: Bool
  ) -> [Specified<TrackListComponent>]? {
    var components: [Specified<TrackListComponent>] = []
    var hasAutoRepeat = false
    // What a track is does not depend on an element, but only how large it is.
    func isFixed(_ component: Specified<TrackListComponent>) -> Bool { component.computed(in: .initial).isFixed }
    while !isAtEnd, !isDelim("/"), components.count < Int(largestLine) {
      if kind == .openSquare {
        // Names stand between tracks: one list, unless there are only names.
        if !namesOnly, components.last?.constant?.isNames ?? false { return nil }
        guard let names = consumeLineNames() else { return nil }
        components.append(.computed(.lineNames(names)))
      } else if !isNested, var inner = consumeFunction("repeat") {
        let count: Specified<TrackRepeat>
        if inner.consumeIdent("auto-fill") {
          count = .computed(.autoFill)
        } else if inner.consumeIdent("auto-fit") {
          count = .computed(.autoFit)
        } else if let number = inner.consumeInteger(in: context, from: 1) {
          count = number.map { .count(min($0, largestLine)) }
        } else {
          return nil
        }
        if count.constant == .autoFill || count.constant == .autoFit {
          // There may be one such repetition.
          guard !hasAutoRepeat else { return nil }
          hasAutoRepeat = true
        }
        guard inner.consumeComma(),
          let tracks = inner.consumeTracks(in: context, namesOnly: namesOnly, isNested: true), inner.isAtEnd,
          !tracks.isEmpty
        else { return nil }
        components.append(count.with(tracks.joined()) { .repetition($0, $1) })
        if hasAutoRepeat, !namesOnly, !components.allSatisfy(isFixed) { return nil }
      } else if !namesOnly, let size = consumeTrackSize(in: context) {
        let track: Specified<TrackListComponent> = size.map { .track($0) }
        components.append(track)
        // Beside an automatic repetition, sizes are definite.
        if hasAutoRepeat, !isFixed(track) { return nil }
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

  mutating func consumeTrackSize(in context: ParsingContext) -> Specified<TrackSize>? {
    if var inner = consumeFunction("minmax") {
      guard let low = inner.consumeTrackBreadth(in: context), inner.consumeComma(),
        let high = inner.consumeTrackBreadth(in: context), inner.isAtEnd
      else { return nil }
      if case .flex? = low.constant { return nil }
      return low.with(high) { .minmax($0, $1) }
    }
    if var inner = consumeFunction("fit-content") {
      guard let limit = inner.consumeLengthPercentage(in: context, .nonNegative), inner.isAtEnd
      else { return nil }
      return limit.map { .fitContent($0) }
    }
    return consumeTrackBreadth(in: context)?.map { breadth in
      // A flexible track's minimum is automatic.
      if case .flex = breadth { .minmax(.auto, breadth) } else { .minmax(breadth, breadth) }
    }
  }

  private mutating func consumeTrackBreadth(in context: ParsingContext) -> Specified<TrackBreadth>? {
    if let keyword = consumeOne(of: [
      "auto": TrackBreadth.auto, "min-content": .minContent, "max-content": .maxContent,
    ]) {
      return .computed(keyword)
    }
    let token = peek
    if token.kind == .dimension, buffer.matches(token, "fr") {
      guard token.number >= 0 else { return nil }
      advance()
      return .computed(.flex(token.number.clampedNumber))
    }
    return consumeLengthPercentage(in: context, .nonNegative)?.map { .length($0) }
  }

  /// One or more track sizes.
  mutating func consumeTrackSizes(in context: ParsingContext) -> Specified<[TrackSize]>? {
    var sizes: [Specified<TrackSize>] = []
    while sizes.count < Int(largestLine), let size = consumeTrackSize(in: context) { sizes.append(size) }
    return sizes.isEmpty ? nil : sizes.joined()
  }
}
