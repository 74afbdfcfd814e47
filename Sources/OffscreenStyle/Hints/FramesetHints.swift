import OffscreenDOM

/// Framesets are grids of their frames.
/// https://html.spec.whatwg.org/multipage/rendering.html#frames-and-framesets
extension PresentationalHints {
  /// No more rows or columns than this are made.
  private static let mostTracks = 200

  mutating func frameset(_ node: NodeID) {
    let gap = frameBorder(node)
    for (name, rows) in [("rows", true), ("cols", false)] {
      let value = document.names.find(name).flatMap { document.attribute(node, $0) } ?? ""
      add(rows ? "grid-template-rows" : "grid-template-columns", Self.tracks(Self.dimensions(value), gap: gap))
    }
    add("gap", "\(gap)px")
    if gap > 0 { add("background", "#d0d0d0") }
    frameEdges(node)
  }

  /// The edges of the gaps around a frame, as Chromium draws them.
  mutating func frameEdges(_ node: NodeID) {
    guard frameBorder(document.parent(node)) > 2 else { return }
    add("box-shadow", "-1px 0 #000, 0 -1px #000, 1px 0 #aaa, 0 1px #aaa")
  }

  /// In CSS pixels; framesets inside take that of the one around them.
  private func frameBorder(_ node: NodeID) -> Int {
    var frameset = node
    while !frameset.isNone, document.isHTML(frameset, .frameset) {
      if let text = attribute(frameset, .frameborder)?.lowercased() {
        if text == "no" || LegacyValues.integer(text) == 0 { return 0 }
      }
      if let width = attribute(frameset, .border).flatMap({ LegacyValues.nonNegative($0) }) { return min(width, 1_000) }
      frameset = document.parent(frameset)
    }
    return document.isHTML(node, .frameset) ? 6 : 0
  }

  private enum Dimension {
    case pixels(Double), percentage(Double), share(Double)
  }

  /// https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#rules-for-parsing-a-list-of-dimensions
  private static func dimensions(_ text: String) -> [Dimension] {
    var parts = text.split(separator: ",", omittingEmptySubsequences: false)
    if parts.last?.isEmpty ?? false { parts.removeLast() }
    let result = parts.prefix(mostTracks).map { part -> Dimension in
      let digits = part.drop { $0.isWhitespace }.prefix { $0.isNumber || $0 == "." }
      let number = min(Double(digits) ?? 0, 1_000_000)
      if part.contains("%") { return .percentage(number) }
      if part.contains("*") { return .share(digits.isEmpty ? 1 : number) }
      return digits.isEmpty ? .share(1) : .pixels(number)
    }
    return result.isEmpty ? [.share(1)] : result
  }

  /// Shares take what is left. Without any, percentages do; without these, lengths.
  private static func tracks(_ dimensions: [Dimension], gap: Int) -> String {
    var (hasShare, hasPercentage) = (false, false)
    for dimension in dimensions {
      switch dimension {
      case .share: hasShare = true
      case .percentage: hasPercentage = true
      case .pixels: break
      }
    }
    let gaps = gap * (dimensions.count - 1)
    return dimensions.map { dimension in
      switch dimension {
      case .share(let number): "minmax(0, \(number)fr)"
      case .percentage(let number):
        hasShare ? "round(down, (100% - \(gaps)px) * \(number / 100), 1px)" : "minmax(0, \(number)fr)"
      case .pixels(let number):
        hasShare || hasPercentage ? "\(number)px" : "minmax(0, \(number)fr)"
      }
    }.joined(separator: " ")
  }
}
