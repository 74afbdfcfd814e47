import OffscreenCSS
import OffscreenDOM

/// Presentational hints: attributes as declarations.
/// https://html.spec.whatwg.org/multipage/rendering.html#presentational-hints
package struct PresentationalHints {
  let document: Document
  private var tables: [NodeID: TableHints] = [:]
  /// The colour of the body's `link` attribute.
  private let linkColor: String?
  /// That of its `vlink` attribute, for links to the page itself.
  private let visitedLinkColor: String?
  let resources: any StyleResources
  var text = ""
  /// By the number of the attribute's name.
  var svgKinds: [SVGAttribute?] = []

  init(document: Document, resources: any StyleResources) {
    (self.document, self.resources) = (document, resources)
    var body = NodeID.none
    let root = document.documentElement
    if !root.isNone {
      var child = document.firstChild(root)
      while !child.isNone, !document.isHTML(child, .body) { child = document.nextSibling(child) }
      body = child
    }
    linkColor = body.isNone ? nil : document.attribute(body, .link).flatMap(Self.color)
    visitedLinkColor = body.isNone ? nil : document.attribute(body, .vlink).flatMap(Self.color)
  }

  /// nil where there is nothing to say.
  mutating func declarations(of node: NodeID) -> String? {
    text = ""
    switch document.namespace(node) {
    case .html: html(node)
    case .svg: svg(node)
    case .mathML:
      language(node)
      math(node)
    case .xlink, .xml, .xmlns, .other, .none: language(node)
    }
    return text.isEmpty ? nil : text
  }

  mutating func add(_ property: String, _ value: String) { text += "\(property):\(value);" }

  /// A text that is the value of one declaration and no more, with what it leaves open closed, as at the end of a
  /// style sheet; nil for another text.
  /// https://drafts.csswg.org/css-syntax-3/#consume-simple-block
  static func value(_ text: String) -> String? {
    guard !text.isEmpty, !text.utf8.contains(where: { ";!{}".utf8.contains($0) }) else { return nil }
    guard text.utf8.contains(where: { "([\"'".utf8.contains($0) }) else { return text }
    var closers: [Unicode.Scalar] = []
    var quote: Unicode.Scalar?
    var isEscaped = false
    for character in text.unicodeScalars {
      if isEscaped {
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if let open = quote {
        if character == open { quote = nil }
      } else {
        switch character {
        case "\"", "'": quote = character
        case "(": closers.append(")")
        case "[": closers.append("]")
        case ")", "]": if closers.last == character { closers.removeLast() }
        default: break
        }
      }
    }
    var result = text
    if let quote { result.unicodeScalars.append(quote) }
    result.unicodeScalars.append(contentsOf: closers.reversed())
    return result
  }

  func attribute(_ node: NodeID, _ name: KnownName) -> String? { document.attribute(node, name) }

  static func color(_ text: String) -> String? {
    LegacyValues.color(text) { NamedColors.contains($0) }
  }

  // MARK: Common

  mutating func language(_ node: NodeID) {
    guard let tag = document.ownLanguage(of: node) else { return }
    add("-webkit-locale", tag.isEmpty ? "auto" : LegacyValues.quoted(tag))
  }

  private mutating func direction(_ node: NodeID) {
    let value = attribute(node, .dir)?.lowercased()
    guard value == "auto" || (value == nil && document.isHTML(node, .bdi)) else { return }
    add("direction", Directionality.isRightToLeft(node, in: document) ? "rtl" : "ltr")
  }

  mutating func dimension(_ node: NodeID, _ name: KnownName, _ property: String, nonZero: Bool = false) {
    if let value = attribute(node, name).flatMap({ LegacyValues.dimension($0, nonZero: nonZero) }) {
      add(property, value)
    }
  }

  mutating func color(_ node: NodeID, _ name: KnownName, _ property: String) {
    if let value = attribute(node, name).flatMap(Self.color) { add(property, value) }
  }

  mutating func background(_ node: NodeID) {
    color(node, .bgcolor, "background-color")
    if let address = attribute(node, .background)?.trimmingASCIIWhitespace, !address.isEmpty {
      add("background-image", "url(\(LegacyValues.quoted(address)))")
    }
  }

  // MARK: HTML

  /// Optimization: most elements have none.
  private func hasPresentationalAttribute(_ node: NodeID) -> Bool {
    var answer = false
    document.forEachAttribute(node) { name, _, _ in
      if Self.attributeNames.contains(name) { answer = true }
    }
    return answer
  }

  private static let attributeNames: Set<Atom> = Set(
    [
      KnownName.align, .valign, .width, .height, .border, .bordercolor, .bgcolor, .background, .text, .color,
      .face,
      .size, .type, .clear, .hspace, .vspace, .lang, .xml_lang, .dir, .nowrap, .noshade, .wrap, .cellpadding,
      .cellspacing, .rules, .frame, .frameborder, .marginwidth, .marginheight, .topmargin, .bottommargin,
      .leftmargin, .rightmargin,
    ].map { Atom($0) })

  private mutating func html(_ node: NodeID) {
    guard let name = document.name(node).known else {
      if hasPresentationalAttribute(node) {
        language(node)
        direction(node)
      }
      return
    }
    // Links and table cells get some from other elements' attributes.
    switch name {
    case .a, .area:
      if let address = document.attribute(node, .href), let color = address.isEmpty ? visitedLinkColor : linkColor {
        add("color", color)
      }
    case .html:
      if node == document.documentElement, let tag = document.defaultLanguage {
        add("-webkit-locale", LegacyValues.quoted(tag))
      }
    case .td, .th, .tr, .thead, .tbody, .tfoot, .col, .colgroup: tablePart(node, name)
    case .bdi: direction(node)
    case .frameset: frameset(node)
    case .frame: frameEdges(node)
    case .img: pictureDimensions(node)
    default: break
    }
    guard hasPresentationalAttribute(node) || (name == .body && !resources.frameMargins.isEmpty) else { return }
    language(node)
    if name != .bdi { direction(node) }
    switch name {
    case .body: bodyHints(node)
    case .table: tableHints(node)
    case .td, .th: cell(node)
    case .tr, .thead, .tbody, .tfoot: row(node)
    case .col, .colgroup:
      background(node)
      dimension(node, .width, "width")
    case .caption:
      switch attribute(node, .align)?.lowercased() {
      case "bottom": add("caption-side", "bottom")
      case "top": add("caption-side", "top")
      default: break
      }
    case .marquee:
      color(node, .bgcolor, "background-color")
      dimension(node, .width, "width")
      dimension(node, .height, "height")
      spaceAround(node)
    case .img, .object, .embed, .video, .iframe, .applet, .canvas: replaced(node, name)
    case .input: input(node)
    case .hr: rule(node)
    case .font: font(node)
    case .ol, .ul, .menu, .dir, .li: list(node)
    case .div, .p, .h1, .h2, .h3, .h4, .h5, .h6, .legend: alignText(node, name)
    case .br:
      switch attribute(node, .clear)?.lowercased() {
      case "left": add("clear", "left")
      case "right": add("clear", "right")
      case "all", "both": add("clear", "both")
      default: break
      }
    case .pre: if attribute(node, .wrap) != nil { add("white-space", "pre-wrap") }
    case .textarea:
      if attribute(node, .wrap)?.lowercased() == "off" {
        add("white-space", "pre")
        add("overflow-wrap", "normal")
      }
    default: break
    }
  }

  private mutating func bodyHints(_ node: NodeID) {
    background(node)
    color(node, .text, "color")
    func margin(_ names: [KnownName]) -> String? {
      for name in names {
        if let value = attribute(node, name).flatMap({ LegacyValues.dimension($0) }) { return value }
      }
      return nil
    }
    func frame(_ value: String?) -> String? { value.flatMap { LegacyValues.dimension($0) } }
    // As in Chromium, either side's attribute counts for both.
    if let value = margin([.marginheight, .topmargin, .bottommargin]) ?? frame(resources.frameMargins.height) {
      add("margin-block", value)
    }
    if let value = margin([.marginwidth, .leftmargin, .rightmargin]) ?? frame(resources.frameMargins.width) {
      add("margin-inline", value)
    }
  }

  private mutating func alignText(_ node: NodeID, _ name: KnownName) {
    guard let value = attribute(node, .align)?.lowercased() else { return }
    let alignsBlocks = name == .div || name == .p
    switch value {
    case "center", "middle": add("text-align", alignsBlocks ? "-webkit-center" : "center")
    case "left": add("text-align", alignsBlocks ? "-webkit-left" : "left")
    case "right": add("text-align", alignsBlocks ? "-webkit-right" : "right")
    case "justify": add("text-align", "justify")
    default: break
    }
  }

  /// Another element may have them.
  /// https://html.spec.whatwg.org/multipage/rendering.html#attributes-for-embedded-content-and-images
  private mutating func pictureDimensions(_ image: NodeID) {
    let node = resources.dimensionSource(of: image)
    dimension(node, .width, "width")
    dimension(node, .height, "height")
    aspectRatio(node)
  }

  private mutating func replaced(_ node: NodeID, _ name: KnownName) {
    if name != .canvas, name != .img {
      dimension(node, .width, "width")
      dimension(node, .height, "height")
    }
    switch name {
    case .video: aspectRatio(node)
    case .canvas:
      let size = [KnownName.width, .height].map { attribute(node, $0).flatMap { LegacyValues.nonNegative($0) } }
      if let width = size[0], let height = size[1] { add("aspect-ratio", "auto \(width) / \(height)") }
    case .iframe:
      if let border = attribute(node, .frameborder) {
        if LegacyValues.integer(border) ?? 0 == 0 { add("border-width", "0") }
      }
    default: break
    }
    guard name != .video, name != .canvas else { return }
    spaceAround(node)
    align(node)
    if name == .img || name == .object || name == .embed { border(node) }
  }

  private mutating func border(_ node: NodeID) {
    guard let text = attribute(node, .border) else { return }
    let width = LegacyValues.nonNegative(text) ?? 0
    add("border", "\(width)px solid")
  }

  private mutating func spaceAround(_ node: NodeID) {
    for name in [KnownName.hspace, .vspace] {
      guard let value = attribute(node, name).flatMap({ LegacyValues.dimension($0) }) else { continue }
      add(name == .hspace ? "margin-left" : "margin-top", value)
      add(name == .hspace ? "margin-right" : "margin-bottom", value)
    }
  }

  /// The attributes' ratio, until the real one is known.
  private mutating func aspectRatio(_ node: NodeID) {
    guard let width = attribute(node, .width).flatMap({ LegacyValues.dimension($0) }),
      let height = attribute(node, .height).flatMap({ LegacyValues.dimension($0) }),
      width.hasSuffix("px"), height.hasSuffix("px")
    else { return }
    add("aspect-ratio", "auto \(width.dropLast(2)) / \(height.dropLast(2))")
  }

  /// Of inline-level elements.
  private mutating func align(_ node: NodeID) {
    switch attribute(node, .align)?.lowercased() {
    case "left":
      add("float", "left")
      add("vertical-align", "top")
    case "right":
      add("float", "right")
      add("vertical-align", "top")
    case "middle", "center": add("vertical-align", "-webkit-baseline-middle")
    case "absmiddle", "abscenter": add("vertical-align", "middle")
    case "bottom", "baseline": add("vertical-align", "baseline")
    case "absbottom": add("vertical-align", "bottom")
    case "texttop": add("vertical-align", "text-top")
    case "top": add("vertical-align", "top")
    default: break
    }
  }

  private mutating func input(_ node: NodeID) {
    guard attribute(node, .type)?.lowercased() == "image" else { return }
    dimension(node, .width, "width")
    dimension(node, .height, "height")
    aspectRatio(node)
    spaceAround(node)
    align(node)
    border(node)
  }

  private mutating func rule(_ node: NodeID) {
    switch attribute(node, .align)?.lowercased() {
    case "left":
      add("margin-left", "0")
      add("margin-right", "auto")
    case "right":
      add("margin-left", "auto")
      add("margin-right", "0")
    case "center":
      add("margin-left", "auto")
      add("margin-right", "auto")
    default: break
    }
    dimension(node, .width, "width")
    let color = attribute(node, .color).flatMap(Self.color)
    // The attribute itself, whatever it says, makes the rule plain.
    // https://html.spec.whatwg.org/multipage/rendering.html#the-hr-element-2
    let isPlain = attribute(node, .color) != nil || attribute(node, .noshade) != nil
    if isPlain { add("border-style", "solid") }
    if let color {
      add("border-color", color)
      add("background-color", color)
    } else if isPlain {
      add("border-color", "#808080")
      add("background-color", "#808080")
    }
    if let size = attribute(node, .size).flatMap(LegacyValues.integer) {
      if size <= 1 { add("border-bottom-width", "0") } else { add("height", "\(size - 2)px") }
    }
  }

  private mutating func font(_ node: NodeID) {
    color(node, .color, "color")
    if let face = attribute(node, .face).flatMap(Self.value) { add("font-family", face) }
    if let size = attribute(node, .size).flatMap(Self.fontSize) { add("font-size", size) }
  }

  /// https://html.spec.whatwg.org/multipage/rendering.html#rules-for-parsing-a-legacy-font-size
  static func fontSize(_ text: String) -> String? {
    let trimmed = text.trimmingASCIIWhitespace
    guard
      var value = LegacyValues.nonNegative(
        trimmed.first == "+" || trimmed.first == "-" ? String(trimmed.dropFirst()) : trimmed)
    else { return nil }
    if trimmed.first == "+" { value = 3 + min(value, 10) }
    if trimmed.first == "-" { value = 3 - min(value, 10) }
    let names = ["x-small", "small", "medium", "large", "x-large", "xx-large", "xxx-large"]
    return names[min(max(value, 1), 7) - 1]
  }

  /// Numbers are counted in layout.
  private mutating func list(_ node: NodeID) {
    guard let type = attribute(node, .type) else { return }
    let isItem = document.isHTML(node, .li)
    let (takesNumbers, takesSymbols) = (isItem || document.isHTML(node, .ol), isItem || document.isHTML(node, .ul))
    switch type {
    case "1" where takesNumbers: add("list-style-type", "decimal")
    case "a" where takesNumbers: add("list-style-type", "lower-alpha")
    case "A" where takesNumbers: add("list-style-type", "upper-alpha")
    case "i" where takesNumbers: add("list-style-type", "lower-roman")
    case "I" where takesNumbers: add("list-style-type", "upper-roman")
    default:
      if takesSymbols, ["none", "disc", "circle", "square"].contains(type.lowercased()) {
        add("list-style-type", type)
      }
    }
  }

  // MARK: Tables

  private mutating func hints(ofTableAround node: NodeID) -> TableHints? {
    var ancestor = document.parent(node)
    for _ in 0..<4 {
      if ancestor.isNone { return nil }
      if document.isHTML(ancestor, .table) { break }
      ancestor = document.parent(ancestor)
    }
    guard !ancestor.isNone, document.isHTML(ancestor, .table) else { return nil }
    if let known = tables[ancestor] { return known }
    let hints = TableHints(ancestor, in: document)
    tables[ancestor] = hints
    return hints
  }

  private mutating func tablePart(_ node: NodeID, _ name: KnownName) {
    guard let table = hints(ofTableAround: node) else { return }
    switch name {
    case .td, .th: text += table.cell
    case .tr: text += table.row
    case .thead, .tbody, .tfoot: text += table.rowGroup
    case .colgroup: text += table.columnGroup
    default: break
    }
  }

  private mutating func tableHints(_ node: NodeID) {
    dimension(node, .width, "width", nonZero: true)
    dimension(node, .height, "height")
    background(node)
    color(node, .bordercolor, "border-color")
    if let spacing = attribute(node, .cellspacing).flatMap({ LegacyValues.dimension($0) }),
      !spacing.hasSuffix("%")
    {
      add("border-spacing", spacing)
    }
    switch attribute(node, .align)?.lowercased() {
    case "center", "middle":
      add("margin-inline-start", "auto")
      add("margin-inline-end", "auto")
    case "left": add("float", "left")
    case "right": add("float", "right")
    default: break
    }
    text += TableHints(node, in: document).table
  }

  private mutating func row(_ node: NodeID) {
    dimension(node, .height, "height")
    background(node)
    alignCell(node)
  }

  private mutating func cell(_ node: NodeID) {
    dimension(node, .width, "width", nonZero: true)
    dimension(node, .height, "height", nonZero: true)
    background(node)
    if attribute(node, .nowrap) != nil { add("white-space", "nowrap") }
    alignCell(node)
  }

  private mutating func alignCell(_ node: NodeID) {
    switch attribute(node, .align)?.lowercased() {
    case "center", "middle": add("text-align", "-webkit-center")
    case "left": add("text-align", "-webkit-left")
    case "right": add("text-align", "-webkit-right")
    case "justify": add("text-align", "justify")
    default: break
    }
    switch attribute(node, .valign)?.lowercased() {
    case "top": add("vertical-align", "top")
    case "middle", "center": add("vertical-align", "middle")
    case "bottom": add("vertical-align", "bottom")
    case "baseline": add("vertical-align", "baseline")
    default: break
    }
  }
}
