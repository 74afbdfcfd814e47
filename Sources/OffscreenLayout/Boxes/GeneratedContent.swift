import OffscreenCSS
import OffscreenDOM
import OffscreenImages
import OffscreenStyle

/// Counters, `::before`, `::after` and `::marker`.
extension BoxTreeBuilder {
  // MARK: Counters

  /// https://drafts.csswg.org/css-lists-3/#counter-properties
  mutating func changeCounters(of node: NodeID, _ style: ComputedStyle, isElement: Bool = true) {
    let content = style.content
    var listItemWasReset = false
    for change in content.counterReset {
      let reversedStart = change.isReversed && change.value == .min
      let isOfItems = change.name == "list-item"
      counters.reset(
        change.name, to: reversedStart ? 0 : Int(change.value), isReversed: change.isReversed,
        isOwn: isOfItems && isElement && isList(node, style))
      if isOfItems { listItemWasReset = true }
    }
    if isElement, !listItemWasReset { resetImplicitListCounter(of: node, style) }
    if isElement, case .box(_, _, listItem: true) = style.box.display, !hasList(node) { counters.beginList() }
    var listItemWasIncremented = false
    for change in content.counterIncrement {
      counters.increment(change.name, by: Int(change.value))
      if change.name == "list-item" { listItemWasIncremented = true }
    }
    if isElement, case .box(_, _, listItem: true) = style.box.display, !listItemWasIncremented {
      counters.increment("list-item", by: counters.isReversed("list-item") ? -1 : 1)
    }
    // The attribute is a presentational hint for `counter-set`.
    if isElement, document.isHTML(node, .li), let value = integer(document.attribute(node, .value)) {
      counters.set("list-item", to: value)
    }
    for change in content.counterSet { counters.set(change.name, to: Int(change.value)) }
  }

  /// Whether an element numbers the items in it anew: one that has a box.
  /// https://html.spec.whatwg.org/multipage/grouping-content.html#list-owner
  ///
  /// Deviation: the items behind a list do not go on with its numbers, as in Chromium.
  private func isList(_ node: NodeID, _ style: ComputedStyle) -> Bool {
    switch style.box.display {
    case .none, .contents: false
    case .box, .part: document.isHTML(node, .ol) || document.isHTML(node, .ul) || document.isHTML(node, .menu)
    }
  }

  /// Whether an item has a list around it; without one, its parent numbers it.
  /// https://html.spec.whatwg.org/multipage/grouping-content.html#list-owner
  private func hasList(_ item: NodeID) -> Bool {
    var ancestor = document.parent(item)
    while !ancestor.isNone {
      if document.isHTML(ancestor, .ol) || document.isHTML(ancestor, .ul) || document.isHTML(ancestor, .menu) {
        return true
      }
      ancestor = document.parent(ancestor)
    }
    return false
  }

  /// https://html.spec.whatwg.org/multipage/rendering.html#lists
  private mutating func resetImplicitListCounter(of node: NodeID, _ style: ComputedStyle) {
    guard isList(node, style) else { return }
    if document.isHTML(node, .ol) {
      let isReversed = document.attribute(node, .reversed) != nil
      let start = integer(document.attribute(node, .start)) ?? (isReversed ? countItems(of: node) : 1)
      counters.reset("list-item", to: isReversed ? start &+ 1 : start &- 1, isReversed: isReversed, isOwn: true)
    } else {
      counters.reset("list-item", to: 0, isOwn: true)
    }
  }

  /// The items that the list numbers: those of lists inside and of contained elements have numbers of their own.
  private func countItems(of list: NodeID) -> Int {
    var count = 0
    var node = document.next(list, within: list)
    while !node.isNone {
      guard document.isElement(node), let style = input.styles.style(of: node) else {
        node = document.next(node, within: list)
        continue
      }
      if case .box(_, _, listItem: true) = style.box.display { count += 1 }
      let isApart = style.box.display == .none || isList(node, style) || style.usedContainment.contains(.style)
      node = isApart ? document.nextSkippingChildren(node, within: list) : document.next(node, within: list)
    }
    return count
  }

  func integer(_ text: String?) -> Int? {
    guard let text else { return nil }
    // https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#rules-for-parsing-integers
    let digits = text.drop { $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "\r" || $0 == "\u{c}" }
    let sign = digits.first == "-" ? -1 : 1
    let rest = digits.first == "-" || digits.first == "+" ? digits.dropFirst() : digits
    let number = rest.prefix { $0.isASCII && $0.isNumber }
    guard !number.isEmpty, let value = Int(number), value <= Int(Int32.max) else { return nil }
    return sign * value
  }

  // MARK: ::before and ::after

  mutating func generatePseudo(_ pseudo: PseudoElement, of node: NodeID, into children: inout [Int]) {
    guard let style = input.styles.style(of: node, pseudo: pseudo) else { return }
    let display = style.box.display
    if case .none = display { return }
    guard case .items(let items, _) = style.content.content else { return }
    generatePseudo(
      style, items, of: node, pseudo == .before || pseudo == .detailsContentBefore ? .before : .after, into: &children)
  }

  /// Its box, where it has one.
  @discardableResult
  mutating func generatePseudo(
    _ style: ComputedStyle, _ items: [ContentItem], of node: NodeID, _ origin: BoxOrigin, into children: inout [Int]
  ) -> Int? {
    let display = style.box.display
    counters.enter(node)
    defer { counters.leave(node) }
    changeCounters(of: node, style, isElement: false)
    if case .box(_, _, listItem: true) = display { counters.increment("list-item", by: 1) }
    let outer = enterDecorations(style, display: display)
    defer { currentDecorations = outer }
    if case .contents = display {
      generateContent(items, style, node, origin, into: &children)
      return nil
    }
    let draft = addBox(for: node, style, display, origin: origin)
    if origin == .scrollButton { makeButton(draft) }
    var own: [Int] = []
    generateMarker(of: node, style, origin: origin, into: &own)
    generateContent(items, style, node, origin, into: &own)
    drafts[draft].children = own
    if drafts[draft].box.kind == .inline { finishInline(draft) } else { finishContainer(draft) }
    children.append(draft)
    return draft
  }

  /// https://drafts.csswg.org/css-content-3/#content-property
  mutating func generateContent(
    _ items: [ContentItem], _ style: ComputedStyle, _ node: NodeID, _ origin: BoxOrigin, into children: inout [Int]
  ) {
    var text = ""
    func flush(_ builder: inout BoxTreeBuilder) {
      guard !text.isEmpty else { return }
      let added = builder.addText(Array(text.utf8), style: style, node: node, origin: origin)
      children.append(builder.combining(added))
      text = ""
    }
    for item in items {
      guard canGenerateText else { break }
      switch item {
      case .counter, .counters: tree.usesCounters = true
      case .openQuote, .closeQuote, .noOpenQuote, .noCloseQuote:
        tree.usesCounters = true
        counters.askForAll()
      case .string, .image: break
      }
      switch item {
      case .string(let string): generate(string, into: &text)
      case .counter(_, let type) where SymbolMarker.isDisclosure(type):
        // Deviation: drawn as that of a marker, as in Chromium; the other symbols are text.
        flush(&self)
        children.append(addDisclosure(type, style, node, origin))
      case .counter(let name, let type): generate(format(counters.value(name), type), into: &text)
      case .counters(let name, let separator, let type):
        for (index, value) in counters.values(name).enumerated() {
          if index > 0 { generate(separator, into: &text) }
          guard generate(format(value, type), into: &text) else { break }
        }
      case .openQuote:
        generate(quote(style, node, open: true), into: &text)
        quoteDepth += 1
      case .closeQuote:
        // Without an open one there is no mark.
        if quoteDepth > 0 {
          quoteDepth -= 1
          generate(quote(style, node, open: false), into: &text)
        }
      case .noOpenQuote: quoteDepth += 1
      case .noCloseQuote: quoteDepth = max(0, quoteDepth - 1)
      case .image(let image):
        flush(&self)
        if let picture = addImage(image, style, node) { children.append(picture) }
      }
    }
    flush(&self)
  }

  private mutating func addDisclosure(
    _ type: ListStyleType, _ style: ComputedStyle, _ node: NodeID, _ origin: BoxOrigin
  ) -> Int {
    var values = StyleValues(copying: style)
    values.inherited.listStyleType = type
    let text = addText(Array(format(0, type).utf8), style: ComputedStyle(values), node: node, origin: origin)
    drafts[text].box.flags.insert(.symbolMarker)
    return text
  }

  /// Bytes of text that style sheets may make on a page: a rule is short, and what it makes may be long and stand
  /// at every element.
  static let mostGeneratedText = 4 << 20

  /// What is too much is made before it is refused: that comes to an end, too.
  private var canGenerateText: Bool { refusedText <= Self.mostGeneratedText }

  /// Adds a piece, unless it would be more text than a page may make. Whether there was room.
  @discardableResult
  private mutating func generate(_ piece: String, into text: inout String) -> Bool {
    let length = piece.utf8.count
    guard generatedText + length <= Self.mostGeneratedText else {
      tree.isTextCutShort = true
      refusedText += length
      return false
    }
    generatedText += length
    text += piece
    return true
  }

  /// https://drafts.csswg.org/css-content-3/#quotes-property
  private func quote(_ style: ComputedStyle, _ node: NodeID, open: Bool) -> String {
    let pairs: [QuotePair]
    switch style.inherited.quotes {
    case .none: return ""
    case .auto: pairs = QuotationMarks.pairs(languageAroundQuote(node) ?? style.inherited.language)
    case .pairs(let own): pairs = own
    }
    guard !pairs.isEmpty else { return "" }
    let pair = pairs[min(quoteDepth, pairs.count - 1)]
    return open ? pair.open : pair.close
  }

  /// The marks of a quotation are those of the language that it is quoted in. Deviation: only of elements that are
  /// quotations, as in Chromium.
  private func languageAroundQuote(_ node: NodeID) -> String? {
    guard document.isHTML(node, .q) || document.isHTML(node, .blockquote) else { return nil }
    return input.styles.style(of: document.flatParent(node))?.inherited.language
  }

  func format(_ value: Int, _ type: ListStyleType) -> String {
    input.counterStyles.format(value, type)
  }

  private mutating func addImage(_ value: ImageValue, _ style: ComputedStyle, _ node: NodeID) -> Int? {
    content(of: value, style).map { addReplaced($0, anonymousStyle(style, .inline), node, origin: .anonymous) }
  }

  /// The image of an image value; nil for an invalid image.
  func content(of value: ImageValue, _ style: ComputedStyle) -> ReplacedContent? {
    switch value {
    case .none: return nil
    case .url(let address):
      let isTurned = style.inherited.imageOrientation == .fromImage
      return input.resources.picture(at: address).map { content(of: isTurned ? $0 : $0.unturned) }
    case .gradient, .color: return ReplacedContent(kind: .generated(value))
    case .crossFade(let parts):
      var result = ReplacedContent(kind: .generated(value))
      // As large as its parts, by their weights.
      let sizes = parts.prefix(16).compactMap { part in content(of: part.image, style).map { ($0, Double(part.weight)) }
      }
      func mean(_ side: (ReplacedContent) -> Double?) -> Double? {
        let known = sizes.compactMap { size in side(size.0).map { ($0, size.1) } }
        let total = known.reduce(0) { $0 + $1.1 }
        return total > 0 ? known.reduce(0) { $0 + $1.0 * $1.1 } / total : nil
      }
      result.naturalWidth = mean(\.naturalWidth)
      result.naturalHeight = mean(\.naturalHeight)
      return result
    case .resolution(let inner, let resolution):
      guard var result = content(of: inner, style) else { return nil }
      let density = Double(max(resolution, 0.001))
      result.naturalWidth = result.naturalWidth.map { $0 / density }
      result.naturalHeight = result.naturalHeight.map { $0 / density }
      return result
    }
  }

  // MARK: Markers

  /// `origin`: whether the list item is the element or a pseudo-element of it, whose style is `style`.
  /// https://drafts.csswg.org/css-lists-3/#markers
  mutating func generateMarker(
    of node: NodeID, _ style: ComputedStyle, origin: BoxOrigin = .element, into children: inout [Int]
  ) {
    guard case .box(let outside, let inside, listItem: true) = style.box.display else { return }
    let own = origin == .element ? input.styles.style(of: node, pseudo: .marker) : nil
    // The marker of an inline box has no other place.
    let isInside = style.inherited.listStylePosition == .inside || (outside == .inline && inside == .flow)
    let markerStyle = markerStyle(own, of: style, isInside: isInside)
    var content: [Int] = []
    let outerDecorations = currentDecorations
    // Inside of the item it is an inline box, which decorations reach.
    // https://drafts.csswg.org/css-text-decor-4/#line-decoration
    if !isInside { currentDecorations = -1 }
    defer { currentDecorations = outerDecorations }
    switch markerStyle.content.content {
    case .none: return
    case .items(let items, _): generateContent(items, markerStyle, node, .marker, into: &content)
    case .normal:
      if let picture = addImage(style.inherited.listStyleImage, markerStyle, node) {
        content.append(picture)
      } else {
        let type = style.inherited.listStyleType
        let isSymbol = SymbolMarker.isSymbol(type)
        if !isSymbol, type != .none { tree.usesCounters = true }
        // A shape has no space behind it: it has a margin.
        var text = ""
        guard canGenerateText else { return }
        generate(isSymbol ? String(markerText(type).prefix(1)) : markerText(type), into: &text)
        guard !text.isEmpty else { return }
        let run = addText(Array(text.utf8), style: markerStyle, node: node, origin: .marker)
        if isSymbol { drafts[run].box.flags.insert(.symbolMarker) }
        content.append(isSymbol ? run : combining(run))
      }
    }
    var box = Box(kind: isInside ? .inline : .container, node: node, style: markerStyle)
    box.origin = .marker
    box.context = .inline
    if !isInside { box.flags = [.outsideMarker, .formattingContextRoot] }
    let marker = add(box, level: isInside ? .inline : .outOfFlow)
    drafts[marker].children = content
    children.append(marker)
  }

  private static let mostMarkerStyles = 8

  private mutating func markerStyle(_ own: ComputedStyle?, of item: ComputedStyle, isInside: Bool) -> ComputedStyle {
    for known in markerStyles where known.own === own && known.item === item && known.isInside == isInside {
      return known.style
    }
    let style = makeMarkerStyle(own, of: item, isInside: isInside)
    let made = MarkerStyle(own: own, item: item, isInside: isInside, style: style)
    if markerStyles.count < Self.mostMarkerStyles {
      markerStyles.append(made)
    } else {
      markerStyles[nextMarkerStyle] = made
      nextMarkerStyle = (nextMarkerStyle + 1) % Self.mostMarkerStyles
    }
    return style
  }

  private func makeMarkerStyle(_ own: ComputedStyle?, of item: ComputedStyle, isInside: Bool) -> ComputedStyle {
    var values: StyleValues
    if let own {
      values = StyleValues(copying: own)
    } else {
      // As the user agent's sheet has it.
      values = StyleValues(inheriting: item)
      values.text.transform = .none
      values.text.indent = .zero
      values.font.numericFeatures = ["tnum"]
      values.box.unicodeBidi = .isolate
      values.box.display = .inline
    }
    if !isInside {
      values.text.whiteSpaceCollapse = .preserve
      values.text.wrapMode = .nowrap
    } else if values.content.content == .normal {
      // Deviation: margins as Chromium has them; a shape has no space behind it.
      let isImage = content(of: item.inherited.listStyleImage, item) != nil
      let isSymbol = !isImage && SymbolMarker.isSymbol(item.inherited.listStyleType)
      guard isImage || isSymbol else { return ComputedStyle(values) }
      let isDisclosure = isSymbol && SymbolMarker.isDisclosure(item.inherited.listStyleType)
      let (start, end) = isDisclosure ? (0, values.font.size * 0.4) : isSymbol ? (Float(-1), values.font.size) : (0, 7)
      let isLTR = item.text.direction == .ltr
      let (first, last) = (
        LengthOrAuto.value(.length(isLTR ? start : end)), LengthOrAuto.value(.length(isLTR ? end : start))
      )
      if item.text.writingMode.isHorizontal {
        (values.box.margin.left, values.box.margin.right) = (first, last)
      } else {
        (values.box.margin.top, values.box.margin.bottom) = (first, last)
      }
    }
    return ComputedStyle(values)
  }

  private mutating func markerText(_ type: ListStyleType) -> String {
    switch type {
    case .none: ""
    case .string(let text): text
    case .named, .symbols: input.counterStyles.marker(counters.value("list-item"), type)
    }
  }
}
