import OffscreenDOM

/// SVG and MathML.
/// https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inforeign
extension TreeBuilder {
  // MARK: Which tokens are HTML's

  private func isHTMLIntegrationPoint(_ element: OpenElement) -> Bool {
    if element.traits.contains(.htmlIntegration) { return true }
    guard element.namespace == .mathML, element.name == .annotation_xml,
      let encoding = document.attribute(element.node, .encoding)?.lowercased()
    else { return false }
    return encoding == "text/html" || encoding == "application/xhtml+xml"
  }

  var takesCharactersAsHTML: Bool {
    guard let current = adjustedCurrent else { return true }
    return current.traits.contains(.mathTextIntegration) || isHTMLIntegrationPoint(current)
  }

  var takesStartTagAsHTML: Bool {
    guard let current = adjustedCurrent else { return true }
    if current.traits.contains(.mathTextIntegration) {
      return tokenizer.name != .mglyph && tokenizer.name != .malignmark
    }
    if current.namespace == .mathML, current.name == .annotation_xml, tokenizer.name == .svg { return true }
    return isHTMLIntegrationPoint(current)
  }

  // MARK: Tokens

  mutating func foreignCharacters() {
    let text = tokenizer.text
    insertCharacters(text)
    if framesetOK, text.contains(where: { !$0.isMarkupSpace }) { framesetOK = false }
  }

  mutating func foreignStartTag() {
    if leavesForeignContent {
      leaveForeignContent()
      while !isStopped, !startTag(in: mode) {}
      return
    }
    guard let current = adjustedCurrent else { return }
    insertForeignElement(current.namespace)
  }

  private var leavesForeignContent: Bool {
    switch tokenizer.name.known {
    case .b, .big, .blockquote, .body, .br, .center, .code, .dd, .div, .dl, .dt, .em, .embed, .h1, .h2,
      .h3, .h4, .h5, .h6, .head, .hr, .i, .img, .li, .listing, .menu, .meta, .nobr, .ol, .p, .pre,
      .ruby, .s, .small, .span, .strong, .strike, .sub, .sup, .table, .tt, .u, .ul, .var:
      true
    case .font:
      tokenizer.attributes.contains { $0.name == .color || $0.name == .face || $0.name == .size }
    default: false
    }
  }

  private mutating func leaveForeignContent() {
    while open.count > 1, let element = open.last, element.namespace != .html,
      !element.traits.contains(.mathTextIntegration), !isHTMLIntegrationPoint(element)
    {
      pop()
    }
  }

  /// https://html.spec.whatwg.org/multipage/parsing.html#insert-a-foreign-element
  mutating func insertForeignElement(_ namespace: Namespace) {
    let tagName = tokenizer.name
    let name = namespace == .svg ? foreignNames.svgElement(tagName) : tagName
    let node = makeElement(name, namespace)
    for attribute in tokenizer.attributes {
      let (name, attributeNamespace) = foreignNames.attribute(attribute.name, in: namespace)
      document.addAttribute(
        node, name, namespace: attributeNamespace, value: tokenizer.value(attribute))
    }
    link(node)
    push(
      OpenElement(
        node: node, name: name, tagName: tagName, namespace: namespace,
        traits: ElementTraits(name, namespace)))
    if tokenizer.isSelfClosing {
      pop()
      if namespace == .svg, tagName == .script, scripting { finishedScript = node }
    }
  }

  mutating func foreignEndTag() {
    let name = tokenizer.name
    if name == .script, current.namespace == .svg, current.name == .script {
      let node = current.node
      pop()
      if scripting { finishedScript = node }
      return
    }
    if name == .br || name == .p {
      leaveForeignContent()
      while !isStopped, !endTag(in: mode) {}
      return
    }
    var index = open.count - 1
    while index > 0 {
      let element = open[index]
      if element.namespace == .html {
        while !isStopped, !endTag(in: mode) {}
        return
      }
      if element.tagName == name {
        popThrough(index: index)
        return
      }
      index -= 1
    }
  }
}

/// Spellings of foreign names that tags, being in lower case, do not have.
struct ForeignNames {
  private var elements: [Atom: Atom] = [:]
  private var svgAttributes: [Atom: Atom] = [:]
  private var namespaced: [Atom: (Atom, Namespace)] = [:]
  private let definitionURL: Atom

  init(names: NameTable) {
    // https://html.spec.whatwg.org/multipage/parsing.html#creating-and-inserting-nodes
    for name in Self.svgElementNames.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      elements[names.intern(name.lowercased())] = names.intern(String(name))
    }
    for name in Self.svgAttributeNames.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      svgAttributes[names.intern(name.lowercased())] = names.intern(String(name))
    }
    for name in ["actuate", "arcrole", "href", "role", "show", "title", "type"] {
      namespaced[names.intern("xlink:" + name)] = (names.intern(name), .xlink)
    }
    for name in ["lang", "space"] { namespaced[names.intern("xml:" + name)] = (names.intern(name), .xml) }
    namespaced[Atom(.xmlns)] = (Atom(.xmlns), .xmlns)
    namespaced[names.intern("xmlns:xlink")] = (names.intern("xlink"), .xmlns)
    definitionURL = names.intern("definitionURL")
  }

  func svgElement(_ name: Atom) -> Atom { elements[name] ?? name }

  func attribute(_ name: Atom, in namespace: Namespace) -> (Atom, Namespace) {
    if let found = namespaced[name] { return found }
    if namespace == .svg, let adjusted = svgAttributes[name] { return (adjusted, .none) }
    if namespace == .mathML, name == .definitionurl { return (definitionURL, .none) }
    return (name, .none)
  }

  private static let svgElementNames = """
    altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform clipPath feBlend
    feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap
    feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge
    feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence
    foreignObject glyphRef linearGradient radialGradient textPath
    """

  private static let svgAttributeNames = """
    attributeName attributeType baseFrequency baseProfile calcMode clipPathUnits diffuseConstant
    edgeMode filterUnits glyphRef gradientTransform gradientUnits kernelMatrix kernelUnitLength
    keyPoints keySplines keyTimes lengthAdjust limitingConeAngle markerHeight markerUnits markerWidth
    maskContentUnits maskUnits numOctaves pathLength patternContentUnits patternTransform patternUnits
    pointsAtX pointsAtY pointsAtZ preserveAlpha preserveAspectRatio primitiveUnits refX refY
    repeatCount repeatDur requiredExtensions requiredFeatures specularConstant specularExponent
    spreadMethod startOffset stdDeviation stitchTiles surfaceScale systemLanguage tableValues targetX
    targetY textLength viewBox viewTarget xChannelSelector yChannelSelector zoomAndPan
    """
}
