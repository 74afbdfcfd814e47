import OffscreenCSS
import OffscreenDOM
import OffscreenStyle

/// Finds the boxes whose first line is the first formatted line of an element with `::first-line`,
/// and the styles of what may stand on it.
/// https://drafts.csswg.org/css-pseudo-4/#first-formatted-line
struct FirstLines {
  let tree: BoxTree
  let styles: StyledDocument
  let firstLines: FirstLineStyles
  private(set) var result: [BoxID: ComputedStyle] = [:]
  /// Those of first letters, whose boxes have no other.
  private(set) var letters: [(box: BoxID, style: ComputedStyle)] = []

  init(tree: BoxTree, styles: StyledDocument, firstLines: FirstLineStyles) {
    (self.tree, self.styles, self.firstLines) = (tree, styles, firstLines)
  }

  mutating func run() {
    var containers: [BoxID] = []
    // Outer elements come first. Deviation: the pseudo-element of an inner one takes the place of theirs, as in
    // Chromium.
    for index in tree.boxes.indices {
      let box = tree.boxes[index]
      let pseudo: PseudoElement = box.origin == .detailsContent ? .detailsContentFirstLine : .firstLine
      guard box.origin == .element || box.origin == .detailsContent, box.kind != .inline, box.kind != .text,
        styles.style(of: box.node, pseudo: pseudo) != nil,
        let container = lineContainer(in: BoxID(rawValue: Int32(truncatingIfNeeded: index)))
      else { continue }
      if result[container] == nil { containers.append(container) }
      result[container] = firstLines.style(of: box.node, pseudo: pseudo, under: tree[container].style)
    }
    for container in containers { restyleContents(of: container) }
  }

  /// The box with the lines: the one given, or the first block in it, and so on.
  private func lineContainer(in box: BoxID) -> BoxID? {
    var container = box
    while true {
      let record = tree[container]
      switch record.kind {
      case .container, .tableCell, .tableCaption: break
      case .inline, .text, .lineBreak, .breakOpportunity, .replaced, .tableGrid, .tableRowGroup, .tableRow,
        .tableColumnGroup, .tableColumn:
        return nil
      }
      switch record.context {
      // What a field shows is not its own text.
      case .inline: return record.flags.contains(.control) ? nil : container
      case .block: break
      case .flex, .grid, .table, .fieldset, .ruby, .math, .replaced: return nil
      }
      var child = record.firstChild
      while !child.isNone, isOutOfFlow(child) { child = tree[child].nextSibling }
      guard !child.isNone else { return nil }
      container = child
    }
  }

  private func isOutOfFlow(_ box: BoxID) -> Bool {
    !tree[box].flags.isDisjoint(with: [.outOfFlow, .floating, .outsideMarker])
  }

  /// Inline boxes inherit from the pseudo-element; atomic ones and what floats are not on the line.
  private mutating func restyleContents(of container: BoxID) {
    var box = tree[container].firstChild
    while !box.isNone, box.rawValue < tree[container].end.rawValue {
      let record = tree[box]
      var next = BoxID(rawValue: box.rawValue + 1)
      switch record.kind {
      case .inline:
        let isElement = record.origin == .element
        result[box] = outerStyle(of: record, isElement ? styles.document.flatParent(record.node) : record.node)
          .map { style(of: record, under: $0) }
        if record.origin == .firstLetter, let style = result[box] { letters.append((box, style)) }
      case .text, .lineBreak, .breakOpportunity: result[box] = outerStyle(of: record, record.node)
      case .container, .replaced, .tableGrid, .tableRowGroup, .tableRow, .tableCell, .tableColumnGroup,
        .tableColumn, .tableCaption:
        // A floating one is beside the line.
        if record.origin == .firstLetter, let outer = outerStyle(of: record, record.node) {
          letters.append((box, style(of: record, under: outer)))
        }
        next = record.end
      }
      box = next
    }
  }

  /// The styles that a box inherits from: the parent box's, and those of the elements with
  /// `display: contents` between, of which `element` is the innermost.
  private func outerStyle(of box: Box, _ element: NodeID) -> ComputedStyle? {
    guard var style = result[box.parent] else { return nil }
    let outer = tree[box.parent].node
    var between: [NodeID] = []
    var node = element
    while node != outer, !node.isNone, styles.style(of: node)?.box.display == .contents {
      between.append(node)
      node = styles.document.flatParent(node)
    }
    for element in between.reversed() { style = firstLines.style(of: element, under: style) }
    return style
  }

  private func style(of box: Box, under parent: ComputedStyle) -> ComputedStyle {
    switch box.origin {
    case .element: firstLines.style(of: box.node, under: parent)
    case .before: firstLines.style(of: box.node, pseudo: .before, under: parent)
    case .after: firstLines.style(of: box.node, pseudo: .after, under: parent)
    case .marker: firstLines.style(of: box.node, pseudo: .marker, under: parent)
    case .detailsContent: firstLines.style(of: box.node, pseudo: .detailsContent, under: parent)
    case .firstLetter: firstLines.style(of: box.node, pseudo: .firstLetter, under: parent)
    case .anonymous, .fileSelectorButton, .userAgentPart, .scrollButton, .scrollMarkerGroup, .scrollMarker:
      ComputedStyle(StyleValues(inheriting: parent))
    }
  }
}

extension BoxTree {
  /// Gives a box and what inherits all from it another style.
  mutating func restyle(_ box: BoxID, _ style: ComputedStyle) {
    let old = self[box].style
    for index in Int(box.rawValue)..<Int(self[box].end.rawValue) {
      boxes[index].style = boxes[index].style === old ? style : ComputedStyle(StyleValues(inheriting: style))
    }
  }
}
