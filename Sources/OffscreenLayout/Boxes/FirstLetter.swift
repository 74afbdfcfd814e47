import OffscreenCSS
import OffscreenDOM

/// Gives the first letter of a block container a box of its own.
/// https://drafts.csswg.org/css-pseudo-4/#first-letter-pseudo
extension BoxTreeBuilder {
  /// Once the container's children are there.
  mutating func generateFirstLetter(
    _ pseudo: PseudoElement = .firstLetter, of node: NodeID, in container: Int
  ) {
    guard let own = input.styles.style(of: node, pseudo: pseudo), drafts[container].box.kind != .inline
    else { return }
    switch drafts[container].box.context {
    case .block, .inline: break
    case .flex, .grid, .table, .fieldset, .ruby, .math, .replaced: return
    }
    guard let (parent, place) = firstText(in: container) else { return }
    let text = drafts[parent].children[place]
    let bytes = tree.texts[Int(drafts[text].box.data)]
    let collapses = drafts[text].box.style.text.whiteSpaceCollapse == .collapse
    guard let letter = Self.firstLetter(of: bytes, skippingSpaces: collapses) else { return }

    var style = letterStyle(own, pseudo, of: node, in: drafts[text].box)
    if !style.box.initialLetter.isNormal {
      // Its lines keep clear of it.
      tree.hasInitialLetters = true
      var values = StyleValues(copying: style)
      values.box.float = .inlineStart
      values.box.display = .box(.block, .flow, listItem: false)
      style = ComputedStyle(values)
    }
    let outer = currentDecorations
    currentDecorations = drafts[text].box.decorations
    let outerWord = isInWord
    defer { (currentDecorations, isInWord) = (outer, outerWord) }
    isInWord = false
    _ = enterDecorations(style, display: style.box.display)
    let box = addBox(for: node, style, style.box.display, origin: .firstLetter)
    let inner = addText(Array(bytes[letter]), style: style, node: node, origin: .firstLetter)
    drafts[box].children = [inner]
    if drafts[box].box.kind == .inline { finishInline(box) } else { finishContainer(box) }
    tree.texts[Int(drafts[text].box.data)] = Array(bytes[letter.upperBound...])
    drafts[parent].children.insert(box, at: place)
  }

  /// The pseudo-element is inside the inline boxes around the letter and inherits from them, or from what
  /// `::first-line` makes of them, which `FirstLines` sees to.
  /// https://drafts.csswg.org/css-pseudo-4/#first-letter-styling
  private func letterStyle(
    _ own: ComputedStyle, _ pseudo: PseudoElement, of node: NodeID, in text: Box
  ) -> ComputedStyle {
    guard text.node != node || text.origin != .element, let styles = input.styles.firstLines else { return own }
    return styles.style(of: node, pseudo: pseudo, under: text.style)
  }

  /// The first text of the first formatted line: its parent and its place there.
  private func firstText(in container: Int) -> (parent: Int, place: Int)? {
    for (place, child) in drafts[container].children.enumerated() {
      let box = drafts[child].box
      if box.flags.contains(.outsideMarker) || drafts[child].level == .outOfFlow { continue }
      if box.origin == .firstLetter { return nil }
      switch box.kind {
      case .text:
        if drafts[child].isCollapsibleWhiteSpace(tree.texts) { continue }
        return (container, place)
      case .inline:
        if box.origin == .marker { continue }
        if let found = firstText(in: child) { return found }
        if hasContent(child) { return nil }
      case .container:
        // A ruby base is on the line, its annotation beside it.
        if box.context == .ruby { return drafts[child].children.first.flatMap { firstText(in: $0) } }
        guard !box.flags.contains(.atomicInline) else { return nil }
        switch box.context {
        case .block, .inline:
          if let found = firstText(in: child) { return found }
          // A marker alone has no letter: the line goes on below.
          if !drafts[child].children.isEmpty, drafts[child].children.allSatisfy({ isPassedOver($0) }) { continue }
          return nil
        case .flex, .grid, .table, .fieldset, .ruby, .math, .replaced: return nil
        }
      case .lineBreak, .breakOpportunity, .replaced, .tableGrid, .tableRowGroup, .tableRow, .tableCell,
        .tableColumnGroup, .tableColumn, .tableCaption:
        return nil
      }
    }
    return nil
  }

  private func isPassedOver(_ draft: Int) -> Bool {
    drafts[draft].box.origin == .marker || drafts[draft].isCollapsibleWhiteSpace(tree.texts)
  }

  /// Whether an inline box has content on a line.
  func hasContent(_ draft: Int) -> Bool {
    drafts[draft].children.contains { child in
      let box = drafts[child].box
      switch box.kind {
      case .text: return !drafts[child].isCollapsibleWhiteSpace(tree.texts)
      case .inline: return hasContent(child)
      case .container, .lineBreak, .breakOpportunity, .replaced, .tableGrid, .tableRowGroup, .tableRow, .tableCell,
        .tableColumnGroup, .tableColumn, .tableCaption:
        return drafts[child].level != .outOfFlow
      }
    }
  }

  /// The letter with the punctuation before and after it, as a range of bytes; nil without a letter.
  /// https://drafts.csswg.org/css-pseudo-4/#first-letter-pattern
  static func firstLetter(of bytes: [UInt8], skippingSpaces: Bool) -> Range<Int>? {
    // More punctuation than this is no ornament.
    let text = String(decoding: bytes.prefix(1024), as: UTF8.self)
    var index = text.startIndex
    while skippingSpaces, index < text.endIndex, text[index].unicodeScalars.allSatisfy({ $0.value <= 0x20 }) {
      index = text.index(after: index)
    }
    let start = index
    // A space that does not collapse is in the letter's box.
    while index < text.endIndex, text[index] == "\u{A0}" || (!skippingSpaces && text[index] == " ") {
      index = text.index(after: index)
    }
    func isPunctuation(_ character: Character, after: Bool) -> Bool {
      guard let first = character.unicodeScalars.first else { return false }
      switch first.properties.generalCategory {
      case .closePunctuation, .initialPunctuation, .finalPunctuation, .otherPunctuation: return true
      case .openPunctuation, .dashPunctuation: return !after
      default: return false
      }
    }
    func isSpace(_ character: Character) -> Bool {
      character.unicodeScalars.allSatisfy { $0.properties.generalCategory == .spaceSeparator && $0 != "\u{3000}" }
    }
    while index < text.endIndex, isPunctuation(text[index], after: false) || (index > start && isSpace(text[index])) {
      index = text.index(after: index)
    }
    if index == text.endIndex, index > start, bytes.count <= 1024, !text[start...].contains(where: isSpace) {
      // Deviation: quotation marks in a text of their own are the first letter alone, as in Chromium.
      return text.utf8.distance(from: text.startIndex, to: start)..<bytes.count
    }
    guard index < text.endIndex, !text[index].unicodeScalars.allSatisfy({ $0.properties.isWhitespace }) else {
      return nil
    }
    index = text.index(after: index)
    while index < text.endIndex, isPunctuation(text[index], after: true) { index = text.index(after: index) }
    let from = text.utf8.distance(from: text.startIndex, to: start)
    let to = text.utf8.distance(from: text.startIndex, to: index)
    guard to <= bytes.count, String(decoding: bytes[..<to], as: UTF8.self).utf8.count == to else { return nil }
    return from..<to
  }
}
