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
    let (tagName, names) = (tokenizer.name, foreignNames)
    let name = namespace == .svg ? names.svgElement(tagName) : tagName
    let node = makeElement(name, namespace)
    for attribute in tokenizer.attributes {
      let (name, attributeNamespace) = names.attribute(attribute.name, in: namespace)
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
///
/// Optimization: lists by the numbers of names, not dictionaries: all elements and attributes of drawings are looked up.
struct ForeignNames {
  private var elements: [Atom]
  private var svgAttributes: [Atom]
  private var namespaced: [(name: Atom, namespace: Namespace)]
  private let definitionURL: Atom

  init(names: NameTable) {
    // https://html.spec.whatwg.org/multipage/parsing.html#creating-and-inserting-nodes
    func spellings(_ list: String) -> [(plain: Atom, proper: Atom)] {
      list.split(whereSeparator: { $0 == " " || $0 == "\n" }).map {
        (names.intern($0.lowercased()), names.intern(String($0)))
      }
    }
    let (ofElements, ofAttributes) = (spellings(Self.svgElementNames), spellings(Self.svgAttributeNames))
    var ofNamespaces: [(plain: Atom, proper: Atom, namespace: Namespace)] = []
    for name in ["actuate", "arcrole", "href", "role", "show", "title", "type"] {
      ofNamespaces.append((names.intern("xlink:" + name), names.intern(name), .xlink))
    }
    for name in ["lang", "space"] { ofNamespaces.append((names.intern("xml:" + name), names.intern(name), .xml)) }
    ofNamespaces.append((Atom(.xmlns), Atom(.xmlns), .xmlns))
    ofNamespaces.append((names.intern("xmlns:xlink"), names.intern("xlink"), .xmlns))
    definitionURL = names.intern("definitionURL")
    // No longer than they have to be: a page may have very many names, and parse drawings again and again.
    let plain = (ofElements + ofAttributes).map(\.plain) + ofNamespaces.map(\.plain) + [Atom(.definitionurl)]
    let count = Int(plain.map(\.rawValue).max() ?? 0) + 1
    let unknown = [Atom](repeating: .none, count: count)
    (elements, svgAttributes) = (unknown, unknown)
    namespaced = Array(repeating: (.none, .none), count: count)
    for name in ofElements { elements[Int(name.plain.rawValue)] = name.proper }
    for name in ofAttributes { svgAttributes[Int(name.plain.rawValue)] = name.proper }
    for name in ofNamespaces { namespaced[Int(name.plain.rawValue)] = (name.proper, name.namespace) }
  }

  func svgElement(_ name: Atom) -> Atom {
    let index = Int(name.rawValue)
    return elements.indices.contains(index) && elements[index].rawValue >= 0 ? elements[index] : name
  }

  func attribute(_ name: Atom, in namespace: Namespace) -> (Atom, Namespace) {
    let index = Int(name.rawValue)
    // Names that were not known in the beginning are spelled as they are.
    guard namespaced.indices.contains(index) else { return (name, .none) }
    if namespaced[index].name.rawValue >= 0 { return namespaced[index] }
    if namespace == .svg, svgAttributes[index].rawValue >= 0 { return (svgAttributes[index], .none) }
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
