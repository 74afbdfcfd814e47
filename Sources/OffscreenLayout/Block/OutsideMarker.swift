import OffscreenCSS
import OffscreenGeometry
import OffscreenText

/// The geometry of the markers that are shapes, as Chromium draws them, in CSS pixels from the font's
/// rounded ascent.
package enum SymbolMarker {
  package static func bulletSize(ascent: Int) -> Int { (ascent * 2 / 3 + 1) / 2 }
  /// The inline size of the marker's text.
  package static func width(ascent: Int) -> Int { bulletSize(ascent: ascent) + 2 }
  /// The shape's distance from the top of the ascent.
  package static func top(ascent: Int) -> Int { 3 * (ascent - ascent * 2 / 3) / 2 }

  package static func isDisclosure(_ type: ListStyleType) -> Bool {
    guard case .named(let name) = type else { return false }
    return name == "disclosure-open" || name == "disclosure-closed"
  }

  /// The triangle's room and what is behind it are parts of the font's size.
  static func disclosureWidth(_ style: ComputedStyle) -> LayoutUnit { LayoutUnit(Double(style.font.size) * 0.66) }
  static func disclosureMargin(_ style: ComputedStyle) -> LayoutUnit { LayoutUnit(Double(style.font.size) * 0.4) }

  package static func isSymbol(_ type: ListStyleType) -> Bool {
    guard case .named(let name) = type else { return false }
    return ["disc", "circle", "square", "disclosure-open", "disclosure-closed"].contains(name)
  }
}

extension LayoutContext {
  private func outsideMarker(of box: BoxID) -> BoxID? {
    // A marker is among the first children: nothing but out-of-flow boxes may stand before it.
    self[box].children.prefix(4).first { $0.isOutsideMarker }?.id
  }

  /// Lays out the outside marker of a list item. `edge`: where it starts, from the border edge.
  func layoutOutsideMarker(
    of box: BoxID, _ direction: WritingDirection, _ mode: LayoutMode
  ) -> (result: LayoutResult, edge: LayoutUnit)? {
    guard let marker = outsideMarker(of: box) else { return nil }
    let entry = boxes[marker]
    let space = childSpace(
      for: marker, in: direction, available: LogicalSize(inline: .max / 4, block: .max), percentageBlock: nil,
      mode: mode)
    let result = layout(marker, in: space)
    let content = entry.firstChild
    let isSymbol = !content.isNone && boxes[content].flags.contains(.symbolMarker)
    if isSymbol, SymbolMarker.isDisclosure(entry.style.inherited.listStyleType) {
      return (result, -SymbolMarker.disclosureWidth(entry.style) - SymbolMarker.disclosureMargin(entry.style))
    }
    if isSymbol {
      let ascent = fonts.metrics(primaryFont(entry.style)).roundedAscent
      return (result, -LayoutUnit(ascent * 2 / 3 + 8))
    }
    // Text ends at the edge.
    let isText = !content.isNone && boxes[content].kind == .text
    let isImage = entry.style.inherited.listStyleImage != .none && entry.style.content.content == .normal
    return (result, -direction.logical(result.size).inline - (isImage && !isText ? 7 : 0))
  }
}

extension BlockLayout {
  /// Puts the marker beside the first line, its baseline on that of the line. A marker that reaches
  /// higher than the line pushes the content down, by what is returned. It stands before the border box, as
  /// in Chromium, whatever padding is between it and the line.
  /// https://drafts.csswg.org/css-lists-3/#list-style-position-outside
  mutating func placeOutsideMarker() -> LayoutUnit {
    // In columns it is beside the first line of them and of the boxes that span them.
    guard !space.isColumnContent, let (result, edge) = context.layoutOutsideMarker(of: box, direction, space.mode)
    else { return .zero }
    var inline = edge
    var block = edges.blockStart
    var pushed = LayoutUnit.zero
    if let line = firstBaseline, let own = result.firstBaseline {
      block = line - own
      if block < edges.blockStart {
        pushed = edges.blockStart - block
        block = edges.blockStart
        builder.moveChildren(block: pushed)
        firstBaseline = firstBaseline.map { $0 + pushed }
        lastBaseline = lastBaseline.map { $0 + pushed }
      }
    } else if hasOnlyBlocksInInlines {
      // Deviation: a marker that would stand in an inline box's line that is not there is lost, as in Chromium.
      markerExtent = .zero
      return .zero
    } else {
      // Deviation: beside blocks it is the border box that is at least as high, as in Chromium.
      firstBaseline = result.firstBaseline.map { block + $0 }
      lastBaseline = firstBaseline
      let height = direction.logical(result.size).block
      markerExtent = hasBlocks ? height : height + edges.blockSum
    }
    inline += intrusion(at: block)
    builder.add(result, at: LogicalOffset(inline: inline, block: block), paintsFirst: true)
    return pushed
  }

  /// Whether all blocks in the flow are in inline boxes.
  private var hasOnlyBlocksInInlines: Bool {
    var isFound = false
    for child in context[box].children {
      if child.flags.contains(.blockInInline) {
        isFound = true
      } else if child.origin != .anonymous, child.isInFlow {
        return false
      }
    }
    return isFound
  }

  /// How far floats from outside the box push what is at this place away from the start of the content box.
  private func intrusion(at block: LayoutUnit) -> LayoutUnit {
    guard let exclusions = space.blockFlow?.exclusions, !exclusions.isEmpty else { return .zero }
    let start = BfcOffset(line: contentLineOffset, block: (bfcBlockOffset ?? expectedBfcBlockOffset) + block)
    let room = exclusions.opportunity(from: start, available: contentInline, followsShapes: true)
    let distance = direction.isLTR ? room.start.line - start.line : start.line + contentInline - room.end.line
    return distance.nonNegative
  }
}
