import OffscreenCSS
import OffscreenDOM
import OffscreenLayout
import OffscreenStyle

/// The text of an element as it is rendered.
/// https://html.spec.whatwg.org/multipage/dom.html#the-innertext-idl-attribute
struct RenderedText {
  let document: Document
  let styles: StyledDocument
  let tree: FragmentTree
  /// The boxes of text nodes.
  let texts: [NodeID: [BoxID]]
  private var result = ""
  /// Line breaks that are due before what comes next.
  private var breaks = 0
  private var hasSpace = false
  /// White space that collapses would stand at the start of a line.
  private var isAtStart = true
  private var depth = 0
  /// Within a text of a drawing, or what is foreign to it: these have no boxes among the page's.
  private var isInDrawing = false

  init(document: Document, styles: StyledDocument, tree: FragmentTree, texts: [NodeID: [BoxID]]) {
    (self.document, self.styles, self.tree, self.texts) = (document, styles, tree, texts)
  }

  mutating func text(of element: NodeID) -> String {
    passGenerated(.before, of: element)
    visitContents(of: element)
    passGenerated(.after, of: element)
    return result
  }

  private mutating func visitContents(of element: NodeID) {
    if document.isHTML(element, .option) {
      add(String(decoding: document.optionText(element), as: UTF8.self))
    } else if document.isHTML(element, .select) {
      addOptions(of: element)
    } else {
      visitChildren(of: element)
    }
  }

  /// A select element has the texts of its options, shown or not, each on a line.
  private mutating func addOptions(of select: NodeID) {
    var next = document.next(select, within: select)
    while !next.isNone {
      guard document.isHTML(next, .option) else {
        next = document.next(next, within: select)
        continue
      }
      require(1)
      visitContents(of: next)
      require(1)
      next = document.nextSkippingChildren(next, within: select)
    }
  }

  private mutating func visitChildren(of node: NodeID) {
    guard depth < 4_000, !(styles.style(of: node)?.skipsContents ?? false), !tree.boxes.skipped.contains(node) else {
      return
    }
    depth += 1
    defer { depth -= 1 }
    var child = document.firstChild(node)
    while !child.isNone {
      switch document.kind(child) {
      case .text: addText(child)
      case .element: visit(child)
      default: break
      }
      child = document.nextSibling(child)
    }
  }

  private mutating func visit(_ element: NodeID) {
    guard let style = styles.style(of: element), style.box.display != .none else { return }
    if document.isHTML(element, .br) { return addLineFeed() }
    let display = style.box.display
    // A text of a drawing is a block of its own.
    let isDrawnText = isDrawn(element, .text)
    let isBlock = Self.isBlockLevel(display) || isDrawnText
    let breaks = document.isHTML(element, .p) ? 2 : isBlock ? 1 : 0
    require(breaks)
    let isAtomic = Self.isAtomicInline(display) || !isBlock && isReplaced(element)
    if isAtomic {
      flushSpace()
      isAtStart = true
    }
    let outer = isInDrawing
    if isDrawnText || isDrawn(element, .foreignObject) { isInDrawing = true }
    passGenerated(.before, of: element)
    visitContents(of: element)
    passGenerated(.after, of: element)
    isInDrawing = outer
    if isAtomic { (hasSpace, isAtStart) = (false, false) }
    if display == .part(.tableCell), hasNext(element, display) { add("\t") }
    if display == .part(.tableRow), hasNext(element, display) { addLineFeed() }
    require(breaks)
  }

  /// What is generated is not told, but white space beside it is kept.
  private mutating func passGenerated(_ pseudo: PseudoElement, of element: NodeID) {
    guard let style = styles.style(of: element, pseudo: pseudo), case .items(let items, _) = style.content.content,
      style.box.display != .none, style.box.float == .none,
      style.box.position != .absolute, style.box.position != .fixed
    else { return }
    if Self.isBlockLevel(style.box.display) {
      (hasSpace, isAtStart) = (false, true)
      return
    }
    var isSomething = Self.isAtomicInline(style.box.display)
    var endsWithSpace = false
    if !isSomething {
      for item in items {
        switch item {
        case .string(let text):
          guard text.contains(where: { !$0.isWhitespace }) else { continue }
          endsWithSpace = text.last?.isWhitespace ?? false
        case .noOpenQuote, .noCloseQuote: continue
        case .image, .counter, .counters, .openQuote, .closeQuote: endsWithSpace = false
        }
        isSomething = true
      }
    }
    guard isSomething else { return }
    flushSpace()
    isAtStart = endsWithSpace
  }

  private func isDrawn(_ element: NodeID, _ name: KnownName) -> Bool {
    document.namespace(element) == .svg && document.name(element) == name
  }

  private func isReplaced(_ element: NodeID) -> Bool {
    isDrawn(element, .svg)
      || [.img, .canvas, .video, .audio, .iframe, .embed, .object].contains { document.isHTML(element, $0) }
  }

  private static func isBlockLevel(_ display: Display) -> Bool {
    switch display {
    case .box(.block, _, _), .part(.tableCaption): true
    default: false
    }
  }

  private static func isAtomicInline(_ display: Display) -> Bool {
    guard case .box(.inline, let inside, _) = display else { return false }
    return inside != .flow
  }

  private static func isGroup(_ display: Display) -> Bool {
    display == .part(.tableRowGroup) || display == .part(.tableHeaderGroup) || display == .part(.tableFooterGroup)
  }

  /// Whether a later sibling (or, of a row, a row of a later group) is displayed so.
  private func hasNext(_ element: NodeID, _ display: Display) -> Bool {
    var sibling = document.nextElement(element)
    while !sibling.isNone {
      if styles.style(of: sibling)?.box.display == display { return true }
      sibling = document.nextElement(sibling)
    }
    let parent = document.parent(element)
    guard display == .part(.tableRow), let group = styles.style(of: parent)?.box.display, Self.isGroup(group) else {
      return false
    }
    var next = document.nextElement(parent)
    while !next.isNone {
      if !document.firstElementChild(next).isNone { return true }
      next = document.nextElement(next)
    }
    return false
  }

  private mutating func require(_ count: Int) {
    guard count > 0 else { return }
    breaks = max(breaks, count)
    (hasSpace, isAtStart) = (false, true)
  }

  private mutating func flushBreaks() {
    if !result.isEmpty { result += String(repeating: "\n", count: breaks) }
    breaks = 0
  }

  private mutating func flushSpace() {
    guard hasSpace else { return }
    flushBreaks()
    result += " "
    hasSpace = false
  }

  private mutating func add(_ text: String) {
    flushBreaks()
    result += text
    hasSpace = false
    isAtStart = true
  }

  private mutating func addLineFeed() { add("\n") }

  private mutating func addText(_ node: NodeID) {
    guard let boxes = texts[node] else {
      guard isInDrawing, let style = styles.style(of: document.parent(node)), style.inherited.visibility == .visible
      else { return }
      return addText(String(decoding: document.text(node), as: UTF8.self), style)
    }
    for box in boxes {
      let style = tree.boxes[box].style
      guard style.inherited.visibility == .visible else { continue }
      let bytes = tree.boxes.texts[Int(tree.boxes[box].data)]
      addText(String(decoding: bytes, as: UTF8.self), style)
    }
  }

  private mutating func addText(_ text: String, _ style: ComputedStyle) {
    let collapse = style.text.whiteSpaceCollapse
    let keepsSpaces = collapse == .preserve || collapse == .breakSpaces
    let keepsFeeds = keepsSpaces || collapse == .preserveBreaks
    for character in text.unicodeScalars {
      switch character {
      case "\n" where keepsFeeds:
        if !keepsSpaces { hasSpace = false }
        addLineFeed()
      case " ", "\t", "\n", "\r":
        if keepsSpaces {
          flushBreaks()
          result.unicodeScalars.append(character)
          isAtStart = false
        } else if !isAtStart {
          hasSpace = true
        }
      default:
        flushBreaks()
        if hasSpace { result += " " }
        hasSpace = false
        isAtStart = false
        result.unicodeScalars.append(character)
      }
    }
  }
}
