extension Shorthand {
  static let grids: [Shorthand] = [
    lines("grid-column", ["grid-column-start", "grid-column-end"]),
    lines("grid-row", ["grid-row-start", "grid-row-end"]),
    // https://drafts.csswg.org/css-grid-2/#propdef-grid-area
    Shorthand("grid-area", ["grid-row-start", "grid-column-start", "grid-row-end", "grid-column-end"]) {
      cursor, reader in
      var lines: [Specified<GridLine>] = []
      repeat {
        guard lines.count < 4, let line = GridLine.specified(&cursor, in: reader.context) else { return false }
        lines.append(line)
      } while cursor.consumeSlash()
      let rowStart = lines[0]
      let columnStart = lines.count > 1 ? lines[1] : rowStart.map(\.implied)
      let rowEnd = lines.count > 2 ? lines[2] : rowStart.map(\.implied)
      let columnEnd = lines.count > 3 ? lines[3] : columnStart.map(\.implied)
      for (index, line) in [rowStart, columnStart, rowEnd, columnEnd].enumerated() { reader.set(index, line) }
      return true
    },
    Shorthand("grid-template", template) { cursor, reader in readTemplate(&cursor, &reader) },
    // https://drafts.csswg.org/css-grid-2/#propdef-grid
    Shorthand("grid", template + ["grid-auto-rows", "grid-auto-columns", "grid-auto-flow"]) { cursor, reader in
      var attempt = cursor
      if readTemplate(&attempt, &reader), attempt.isAtEnd {
        cursor = attempt
        return true
      }
      reader.values = reader.values.map { _ in nil }
      return readAutoFlow(&cursor, &reader)
    },
  ]

  private static let template = ["grid-template-rows", "grid-template-columns", "grid-template-areas"]

  private static func lines(_ name: String, _ longhands: @autoclosure @escaping @Sendable () -> [String]) -> Shorthand {
    Shorthand(name, longhands()) { cursor, reader in
      guard let start = GridLine.specified(&cursor, in: reader.context) else { return false }
      reader.set(0, start)
      if cursor.consumeSlash() { return reader.read(1, &cursor) }
      reader.set(1, start.map(\.implied))
      return true
    }
  }

  /// https://drafts.csswg.org/css-grid-2/#explicit-grid-shorthand
  private static func readTemplate(_ cursor: inout TokenCursor, _ reader: inout ShorthandReader) -> Bool {
    var rest = cursor
    rest.advance()
    if rest.isAtEnd, cursor.consumeIdent("none") { return true }
    // <rows> / <columns>
    var attempt = cursor
    if reader.read(0, &attempt), attempt.consumeSlash(), reader.read(1, &attempt) {
      cursor = attempt
      return true
    }
    reader.values[0] = nil
    reader.values[1] = nil
    // [ <names>? <string> <track-size>? <names>? ]+ [ / <tracks> ]?
    var rows: [String] = []
    var tracks: [Specified<TrackListComponent>] = []
    func addNames(_ names: [String]) {
      if case .lineNames(let before)? = tracks.last?.constant {
        tracks[tracks.count - 1] = .computed(.lineNames(before + names))
      } else {
        tracks.append(.computed(.lineNames(names)))
      }
    }
    while !cursor.isAtEnd, !cursor.isDelim("/") {
      if cursor.kind == .openSquare {
        guard let names = cursor.consumeLineNames() else { return false }
        addNames(names)
        if cursor.isAtEnd || cursor.isDelim("/") { break }
      }
      guard let row = cursor.consumeString() else { return false }
      rows.append(row)
      let size = cursor.consumeTrackSize(in: reader.context) ?? .computed(.auto)
      tracks.append(size.map { .track($0) })
      if cursor.kind == .openSquare {
        guard let names = cursor.consumeLineNames() else { return false }
        addNames(names)
      }
    }
    guard let areas = GridAreas(rows: rows) else { return false }
    reader.set(0, tracks.joined().map { TrackList(components: $0) })
    reader.set(2, areas)
    guard cursor.consumeSlash() else { return true }
    // Repetitions may not stand here; they are let through.
    return reader.read(1, &cursor)
  }

  /// `<rows> / auto-flow ...` or `auto-flow ... / <columns>`
  private static func readAutoFlow(_ cursor: inout TokenCursor, _ reader: inout ShorthandReader) -> Bool {
    func flow(_ cursor: inout TokenCursor) -> Bool? {
      var (hasFlow, isDense) = (false, false)
      for _ in 0..<2 {
        if !hasFlow, cursor.consumeIdent("auto-flow") { hasFlow = true }
        if !isDense, cursor.consumeIdent("dense") { isDense = true }
      }
      return hasFlow ? isDense : nil
    }
    if let isDense = flow(&cursor) {
      if !cursor.isDelim("/"), !reader.read(3, &cursor) { return false }
      reader.set(5, GridFlow(isColumn: false, isDense: isDense))
      return cursor.consumeSlash() && reader.read(1, &cursor)
    }
    guard reader.read(0, &cursor), cursor.consumeSlash(), let isDense = flow(&cursor) else { return false }
    if !cursor.isAtEnd, !reader.read(4, &cursor) { return false }
    reader.set(5, GridFlow(isColumn: true, isDense: isDense))
    return true
  }
}

extension GridLine {
  /// What an omitted end is after this start.
  fileprivate var implied: GridLine {
    if case .named = self { self } else { .auto }
  }
}
