/// https://drafts.csswg.org/css-grid-2/#serialize-template
/// Not implemented: the used sizes of a grid container's tracks.
extension TrackList {
  package func text(in computed: ComputedText) -> String {
    let list = components.map { $0.text(in: computed) }
    if isSubgrid { return (["subgrid"] + list).joined(separator: " ") }
    return list.isEmpty ? "none" : list.joined(separator: " ")
  }
}

extension TrackListComponent: ComputedValue {
  package func text(in computed: ComputedText) -> String {
    switch self {
    case .lineNames(let names): return "[\(names.map(computed.identifier).joined(separator: " "))]"
    case .track(let size): return size.text(in: computed)
    case .repetition(let count, let tracks):
      let times =
        switch count {
        case .count(let number): String(number)
        case .autoFill: "auto-fill"
        case .autoFit: "auto-fit"
        }
      return "repeat(\(times), \(tracks.map { $0.text(in: computed) }.joined(separator: " ")))"
    }
  }
}

extension TrackSize: ComputedValue {
  package func text(in computed: ComputedText) -> String {
    switch self {
    case .fitContent(let limit): return "fit-content(\(limit.text(in: computed)))"
    case .minmax(.auto, .flex(let factor)): return "\(computed.number(factor))fr"
    case .minmax(let low, let high):
      if low == high { return low.text(in: computed) }
      return "minmax(\(low.text(in: computed)), \(high.text(in: computed)))"
    }
  }
}

extension TrackBreadth: ComputedValue {
  package func text(in computed: ComputedText) -> String {
    switch self {
    case .auto: "auto"
    case .minContent: "min-content"
    case .maxContent: "max-content"
    case .length(let length): length.text(in: computed)
    case .flex(let factor): "\(computed.number(factor))fr"
    }
  }
}

extension GridAreas {
  func text(in computed: ComputedText) -> String {
    guard columnCount > 0, rowCount > 0 else { return "none" }
    // There are as many cells as the author wrote.
    let row = Array(repeating: ".", count: Int(columnCount))
    var cells = Array(repeating: row, count: Int(rowCount))
    for area in areas {
      for row in area.rowStart..<area.rowEnd {
        for column in area.columnStart..<area.columnEnd { cells[Int(row) - 1][Int(column) - 1] = area.name }
      }
    }
    return cells.map { computed.string($0.joined(separator: " ")) }.joined(separator: " ")
  }
}

extension GridFlow {
  func text(in computed: ComputedText) -> String {
    switch (isColumn, isDense) {
    case (false, false): "row"
    case (false, true): "dense"
    case (true, false): "column"
    case (true, true): "column dense"
    }
  }
}

extension GridLine {
  package func text(in computed: ComputedText) -> String {
    func words(_ start: String, _ name: String?) -> String {
      name.map { start.isEmpty ? computed.identifier($0) : "\(start) \(computed.identifier($0))" } ?? start
    }
    switch self {
    case .auto: return "auto"
    case .named(let name): return computed.identifier(name)
    case .line(let number, let name): return words(String(number), name)
    case .span(let count, let name):
      return words(count == 1 && name != nil ? "span" : "span \(count)", name)
    }
  }
}
