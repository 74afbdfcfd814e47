import Foundation
import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry
import OffscreenLayout
import OffscreenText

/// Sets the text of a `text` element.
/// https://svgwg.org/svg2-draft/text.html#TextLayoutAlgorithm
struct VectorTextLayout {
  private let vectors: VectorElements
  private let fonts: PageFonts
  private let viewport: VectorSize
  private var content: VectorTextContent
  private let isVertical: Bool
  private var placement: VectorTextPlacement

  /// Glyphs that belong together, in their own coordinates: along the baseline, across it.
  fileprivate struct Cluster {
    /// The first of its characters.
    var character: Int
    var count: Int
    var font: FontID
    var isUpright: Bool
    var glyphs: [PlacedGlyph]
    var advance: Double
    /// Along the line that it would be in, without positions of its own.
    var place: Double
  }
  private var clusters: [Cluster] = []
  /// How large the text is drawn: fonts are measured in whole pixels of that size.
  private var scale = 1.0

  static func layout(
    _ element: NodeID, _ style: ComputedStyle, _ vectors: VectorElements, _ fonts: PageFonts, viewport: VectorSize,
    scale: Double, instance: NodeID?
  ) -> VectorText {
    var layout = VectorTextLayout(element, style, vectors, fonts, viewport, instance)
    layout.scale = scale
    return layout.run(style)
  }

  private init(
    _ element: NodeID, _ style: ComputedStyle, _ vectors: VectorElements, _ fonts: PageFonts, _ viewport: VectorSize,
    _ instance: NodeID?
  ) {
    (self.vectors, self.fonts, self.viewport) = (vectors, fonts, viewport)
    content = VectorTextContent(element, style, vectors, instance: instance)
    isVertical = !style.text.writingMode.isHorizontal
    placement = VectorTextPlacement(count: content.characters.count, isVertical: isVertical)
  }

  private mutating func run(_ style: ComputedStyle) -> VectorText {
    var text = VectorText()
    text.spans = content.spans
    for element in content.elements { text.ranges[element.node] = element.range }
    guard !content.characters.isEmpty else { return text }
    // 1. What attributes say of places.
    for element in content.elements { readPositions(element.node, element.style, element.range) }
    // 2. The text in one line, each chunk shaped by itself.
    content.isolate(style) { [placement] in placement.x[$0] != nil || placement.y[$0] != nil }
    shape(style)
    for cluster in clusters {
      placement.setCluster(
        cluster.character..<(cluster.character + cluster.count), at: cluster.place, advance: cluster.advance)
    }
    placement.shiftByLists()
    for element in content.elements.reversed() { applyTextLength(element.node, element.style, element.range) }
    placement.startChunks()
    placement.anchor { index in
      let style = content.spans[content.characters[index].span].style
      let anchor = style.inherited.vector.text(.textAnchor) ?? "start"
      return (anchor, style.text.direction == .rtl)
    }
    for element in content.elements where vectors.name(element.node) == "textPath" {
      putOnPath(element.node, element.style, element.range)
    }
    // 3. The glyphs in their places.
    emit(into: &text)
    return text
  }

  // MARK: Shaping

  private mutating func shape(_ style: ComputedStyle) {
    var spans: [TextSpan] = []
    var index = 0
    let characters = content.characters
    while index < characters.count {
      let first = index
      while index < characters.count, characters[index].span == characters[first].span { index += 1 }
      let own = content.spans[characters[first].span].style
      let size = Double(own.font.size)
      let orientation: OffscreenText.TextOrientation =
        if !isVertical { .horizontal } else {
          switch own.text.orientation {
          case .mixed: .mixed
          case .upright: .upright
          case .sideways: .sideways
          }
        }
      var span = TextSpan(
        range: (first == 0 ? 0 : characters[first].offset)..<(index < characters.count
          ? characters[index].offset : content.bytes.count),
        font: fonts.intern(FontRequest(own.font, language: own.inherited.language)),
        letterSpacing: own.text.letterSpacing.pixels(basis: size),
        wordSpacing: own.text.wordSpacing.pixels(basis: size), orientation: orientation)
      // Letters are joined and kerned across elements of the same font.
      if let last = spans.last, last.font == span.font, last.letterSpacing == span.letterSpacing,
        last.wordSpacing == span.wordSpacing, last.orientation == span.orientation
      {
        spans.removeLast()
        span.range = last.range.lowerBound..<span.range.upperBound
      }
      spans.append(span)
    }
    let base: BaseDirection = style.text.direction == .rtl ? .rightToLeft : .leftToRight
    let items = fonts.itemize(content.bytes, spans: spans, base: base)
    var pen = 0.0
    for index in Self.visualOrder(items.map(\.level)) { place(items[index], &pen) }
    clusters.sort { $0.character < $1.character }
    joinGraphemes()
    // The characters up to the next cluster are parts of this one.
    for place in clusters.indices {
      let next = place + 1 < clusters.count ? clusters[place + 1].character : content.characters.count
      clusters[place].count = max(1, next - clusters[place].character)
    }
  }

  /// https://www.unicode.org/reports/tr9/#L2
  private static func visualOrder(_ levels: [UInt8]) -> [Int] {
    var order = Array(levels.indices)
    guard let highest = levels.max(), let lowestOdd = levels.filter({ $0 % 2 == 1 }).min() else { return order }
    var level = highest
    while level >= lowestOdd, level > 0 {
      var index = 0
      while index < order.count {
        guard levels[order[index]] >= level else {
          index += 1
          continue
        }
        var end = index
        while end < order.count, levels[order[end]] >= level { end += 1 }
        order[index..<end].reverse()
        index = end
      }
      level -= 1
    }
    return order
  }

  private mutating func place(_ item: TextItem, _ pen: inout Double) {
    let run = fonts.shape(item, in: content.bytes)
    var index = 0
    while index < run.glyphs.count {
      let cluster = run.glyphs[index].cluster
      var glyphs: [PlacedGlyph] = []
      var advance: Float = 0
      while index < run.glyphs.count, run.glyphs[index].cluster == cluster {
        let glyph = run.glyphs[index]
        if glyph.id != Glyph.invisible {
          glyphs.append(
            item.isUpright
              ? PlacedGlyph(id: glyph.id, x: glyph.xOffset, y: advance - glyph.yOffset)
              : PlacedGlyph(id: glyph.id, x: advance + glyph.xOffset, y: -glyph.yOffset))
        }
        advance += glyph.advance
        index += 1
      }
      let first = min(character(at: Int(cluster)), content.characters.count - 1)
      // Controls are none.
      if advance == 0, glyphs.isEmpty, content.characters[first].offset != Int(cluster) { continue }
      clusters.append(
        Cluster(
          character: first, count: 1, font: item.font, isUpright: item.isUpright, glyphs: glyphs,
          advance: Double(advance), place: pen))
      pen += Double(advance)
    }
  }

  /// What is one letter to a reader is placed as one.
  /// https://svgwg.org/svg2-draft/text.html#TermTypographicCharacter
  private mutating func joinGraphemes() {
    var starts = Set<Int>()
    var offset = 0
    for letter in String(decoding: content.bytes, as: UTF8.self) {
      starts.insert(offset)
      offset += letter.utf8.count
    }
    var joined: [Cluster] = []
    for cluster in clusters {
      guard var last = joined.last, last.font == cluster.font, last.isUpright == cluster.isUpright,
        !starts.contains(content.characters[cluster.character].offset)
      else {
        joined.append(cluster)
        continue
      }
      // In text from right to left the later one stands before.
      let start = min(last.place, cluster.place)
      func moved(_ part: Cluster) -> [PlacedGlyph] {
        let shift = Float(part.place - start)
        return part.glyphs.map {
          part.isUpright
            ? PlacedGlyph(id: $0.id, x: $0.x, y: $0.y + shift) : PlacedGlyph(id: $0.id, x: $0.x + shift, y: $0.y)
        }
      }
      last.glyphs = moved(last) + moved(cluster)
      last.advance += cluster.advance
      last.place = start
      joined[joined.count - 1] = last
    }
    clusters = joined
  }

  /// The character that begins at a byte, or the first after it.
  private func character(at offset: Int) -> Int {
    var (low, high) = (0, content.characters.count)
    while low < high {
      let middle = (low + high) / 2
      if content.characters[middle].offset < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }

  // MARK: Attributes

  /// https://svgwg.org/svg2-draft/text.html#TSpanAttributes
  private mutating func readPositions(_ element: NodeID, _ style: ComputedStyle, _ range: Range<Int>) {
    guard !range.isEmpty else { return }
    let size = Double(style.font.size)
    func lengths(_ name: String, _ basis: Double) -> [Double] {
      guard let text = vectors.attribute(element, name) else { return [] }
      return text.utf8.split { $0 <= 0x20 || $0 == UInt8(ascii: ",") }.prefix(range.count).compactMap {
        VectorElements.length(String(Substring($0)), basis: basis, fontSize: size)
      }
    }
    let isPath = vectors.name(element) == "textPath"
    if isPath { placement.startPath(range) }
    // Deviation: on a path there are no places of their own, as in Chromium.
    if !isPath {
      for (index, x) in lengths("x", viewport.width).enumerated() { placement.x[range.lowerBound + index] = x }
      for (index, y) in lengths("y", viewport.height).enumerated() { placement.y[range.lowerBound + index] = y }
      for (index, x) in lengths("dx", viewport.width).enumerated() { placement.dx[range.lowerBound + index] = x }
      for (index, y) in lengths("dy", viewport.height).enumerated() { placement.dy[range.lowerBound + index] = y }
      let angles = vectors.numbers(element, "rotate") ?? []
      if let last = angles.last {
        for index in 0..<range.count {
          placement.rotation[range.lowerBound + index] = index < angles.count ? angles[index] : last
        }
      }
    }
    if vectors.name(element) == "text" {
      placement.x[range.lowerBound] = placement.x[range.lowerBound] ?? 0
      placement.y[range.lowerBound] = placement.y[range.lowerBound] ?? 0
    }
  }

  private mutating func applyTextLength(_ element: NodeID, _ style: ComputedStyle, _ range: Range<Int>) {
    guard let text = vectors.attribute(element, "textLength"),
      let length = VectorElements.length(
        text, basis: isVertical ? viewport.height : viewport.width, fontSize: Double(style.font.size)), length >= 0
    else { return }
    placement.stretch(range, to: length, glyphsToo: vectors.attribute(element, "lengthAdjust") == "spacingAndGlyphs")
  }

  /// https://svgwg.org/svg2-draft/text.html#TextPathElement
  private mutating func putOnPath(_ element: NodeID, _ style: ComputedStyle, _ range: Range<Int>) {
    guard !range.isEmpty else { return }
    guard let target = vectors.useTarget(element), let outline = vectors.outline(of: target) else {
      placement.hide(range)
      return
    }
    let viewport = vectors.viewport(of: target)
    let size = VectorSize(width: viewport.width, height: viewport.height)
    let box = outline.coveredBounds
    let path = outline.transformed(by: vectors.transform(vectors.style(target), box, size))
    let measure = PathMeasure(path)
    let given = vectors.number(target, "pathLength").flatMap { $0 >= 0 ? $0 : nil }
    var offset = 0.0
    if let text = vectors.attribute(element, "startOffset") {
      let isPart = text.contains("%")
      offset = VectorElements.length(text, basis: measure.length, fontSize: Double(style.font.size)) ?? 0
      // A length of 0 makes all of them endless.
      if !isPart, let given, offset != 0 { offset *= measure.length / given }
    }
    placement.put(range, on: measure, offset: offset)
  }

  // MARK: Glyphs

  /// How far below the line's baseline the glyphs' own one lies: by the shifts of the element and of those that it is
  /// in, and by the baseline that is aligned.
  /// https://drafts.csswg.org/css-inline-3/#baseline-properties
  private func baselineShift(ofSpan index: Int, _ metrics: FontMetrics) -> Double {
    let span = content.spans[index]
    var total = shift(span.style)
    // 1. The shifts of the elements around add up; the dominant baseline is inherited.
    var dominant = dominantBaseline(span.style)
    var node = span.element
    while let name = vectors.name(node), name != "text" {
      node = vectors.document.parent(node)
      let style = vectors.style(node)
      total += shift(style)
      dominant = dominant ?? dominantBaseline(style)
    }
    // 2. The baseline that lies on the line's.
    let isCentral = isVertical && span.style.text.orientation != .sideways
    var aligned = span.style.effect.vector.text(.alignmentBaseline) ?? "auto"
    if aligned == "auto" || aligned == "baseline" { aligned = dominant ?? (isCentral ? "central" : "alphabetic") }
    switch aligned {
    case "before-edge", "text-before-edge", "text-top", "top": return total + metrics.ascent
    case "after-edge", "text-after-edge", "text-bottom", "bottom", "ideographic": return total - metrics.descent
    case "middle": return total + metrics.xHeight / 2
    case "central", "center": return total + (metrics.ascent - metrics.descent) / 2
    case "hanging": return total + metrics.ascent * 0.8
    case "mathematical": return total + metrics.ascent / 2
    case _: return total
    }
  }

  private func shift(_ style: ComputedStyle) -> Double {
    let size = Double(style.font.size)
    switch style.effect.vector.text(.baselineShift) {
    case "sub"?: return size / 5 + 1
    case "super"?: return -(size / 3 + 1)
    case "baseline"?, nil: return 0
    case let text?: return -(VectorElements.length(text, basis: size, fontSize: size) ?? 0)
    }
  }

  private func dominantBaseline(_ style: ComputedStyle) -> String? {
    style.effect.vector.text(.dominantBaseline).flatMap {
      ["auto", "use-script", "no-change", "reset-size"].contains($0) ? nil : $0
    }
  }

  private mutating func emit(into text: inout VectorText) {
    text.characters = content.characters.map { VectorText.Character(span: $0.span, units: $0.units) }
    var shifts: [Int: Double] = [:]
    for cluster in clusters {
      let index = cluster.character
      let span = content.characters[index].span
      let spot = placement.spot(at: index)
      let metrics = fonts.metrics(cluster.font)
      let shift: Double
      if let known = shifts[span] {
        shift = known
      } else {
        let style = content.spans[span].style
        let font = fonts.intern(FontRequest(style.font, language: style.inherited.language))
        shift = baselineShift(ofSpan: span, fonts.metrics(fonts.primaryFont(font)))
        shifts[span] = shift
      }
      // From the cluster's own coordinates to the text's.
      let turn = spot.angle + (placement.rotation[index] * .pi / 180)
      let isSideways = isVertical && !cluster.isUpright
      let (c, s) = (cos(turn), sin(turn))
      var transform = Transform(a: c, b: s, c: -s, d: c, tx: spot.point.x, ty: spot.point.y)
      let stretch = spot.stretch
      var cell: PaintRect
      var ink: PaintRect?
      if isSideways {
        transform = Transform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0).then(transform)
        transform = Transform(a: stretch, b: 0, c: 0, d: 1, tx: 0, ty: shift).then(transform)
        cell = self.cell(of: cluster, metrics)
        ink = self.ink(of: cluster)
      } else if isVertical {
        transform = Transform(a: 1, b: 0, c: 0, d: stretch, tx: 0, ty: 0).then(transform)
        let width = metrics.size
        cell = PaintRect(x: -width / 2, y: 0, width: width, height: cluster.advance)
      } else {
        transform = Transform(a: stretch, b: 0, c: 0, d: 1, tx: 0, ty: shift).then(transform)
        cell = self.cell(of: cluster, metrics)
        ink = self.ink(of: cluster)
      }
      var character = text.characters[index]
      let along = isVertical && cluster.isUpright ? (0.0, cluster.advance) : (cluster.advance, 0.0)
      func point(_ x: Double, _ y: Double) -> PaintPoint {
        let (x, y) = transform.apply(x: x, y: y)
        return PaintPoint(x: x, y: y)
      }
      (character.start, character.end) = (point(0, 0), point(along.0, along.1))
      character.advance = cluster.advance * stretch
      character.extent = cell.bounds(under: transform)
      character.box = ink.map { cell.union($0).bounds(under: transform) } ?? character.extent
      character.rotation = (turn + (isSideways ? .pi / 2 : 0)) * 180 / .pi
      character.isHidden = spot.isHidden
      text.characters[index] = character
      for other in (index + 1)..<max(index + 1, min(text.characters.count, index + cluster.count)) {
        character.isFirst = false
        (character.span, character.units) = (content.characters[other].span, content.characters[other].units)
        text.characters[other] = character
      }
      guard !spot.isHidden else { continue }
      text.box = text.box?.union(character.box) ?? character.box
      add(cluster, span, transform, to: &text)
    }
  }

  private func cell(of cluster: Cluster, _ metrics: FontMetrics) -> PaintRect {
    let isScaled = scale != 1 && scale > 0 && scale.isFinite
    let ascent = isScaled ? (metrics.ascent * scale).rounded() / scale : metrics.roundedAscent
    let descent = isScaled ? (metrics.descent * scale).rounded() / scale : metrics.roundedDescent
    return PaintRect(x: 0, y: -ascent, width: cluster.advance, height: ascent + descent)
  }

  /// Around what the glyphs draw, each in whole pixels.
  /// Deviation: as in Chromium; the standard has the cells alone.
  private func ink(of cluster: Cluster) -> PaintRect? {
    guard scale > 0, scale.isFinite else { return nil }
    return cluster.glyphs.reduce(nil) { ink, glyph in
      guard let extent = fonts.glyphExtent(font: cluster.font, glyph: glyph.id) else { return ink }
      let left = (extent.minX * scale).rounded(.down) / scale
      let top = (-extent.maxY * scale).rounded(.down) / scale
      let right = (extent.maxX * scale).rounded(.up) / scale
      let bottom = (-extent.minY * scale).rounded(.up) / scale
      let rect = PaintRect(minX: left, minY: top, maxX: right, maxY: bottom)
        .offset(x: Double(glyph.x), y: Double(glyph.y))
      return ink?.union(rect) ?? rect
    }
  }

  /// Glyphs that lie on the line of those before go with them.
  private func add(_ cluster: Cluster, _ span: Int, _ transform: Transform, to text: inout VectorText) {
    let isUpright = isVertical && cluster.isUpright
    if let last = text.runs.last, last.span == span, last.font == cluster.font, last.isUpright == isUpright,
      last.transform.a == transform.a, last.transform.b == transform.b, last.transform.c == transform.c,
      last.transform.d == transform.d, let back = last.transform.inverted
    {
      let (x, y) = back.apply(x: transform.tx, y: transform.ty)
      let (along, across) = isUpright ? (y, x) : (x, y)
      if across.magnitude < 1e-6 {
        let place = text.runs.count - 1
        // Lines under the text do not join what lies apart.
        if (along - last.end).magnitude < 1e-3 * max(1, cluster.advance) || last.end == last.start {
          let moved = cluster.glyphs.map { PlacedGlyph(id: $0.id, x: $0.x + Float(x), y: $0.y + Float(y)) }
          text.runs[place].glyphs += moved
          text.runs[place].end = along + cluster.advance
          return
        }
      }
    }
    text.runs.append(
      VectorText.Run(
        span: span, font: cluster.font, glyphs: cluster.glyphs, transform: transform, isUpright: isUpright, start: 0,
        end: cluster.advance))
  }
}
