import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry
import OffscreenHTML
import OffscreenPaint

/// Writes SVG elements of a page as a document of its own, for the SVG renderer: with their computed
/// styles, and with whatever else in the page they refer to.
struct SVGSerializer {
  private let elements: VectorElements
  private let document: Document
  private var out = ""
  /// Names that were referred to, in the order of their appearance.
  private var references: [String] = []
  private var known: Set<String> = []
  private var written = 0
  /// Declarations that every element gets at last.
  private var override = ""
  /// Elements whose transforms and effects are left out.
  private var bare: Set<NodeID> = []

  /// No drawing of more elements.
  private static let maximumElements = 200_000

  /// The picture that an element shows from elsewhere, as a `data:` address.
  typealias Embedding = (_ element: NodeID, _ address: String) -> String?
  private let embedding: Embedding
  /// How much more may be embedded.
  private var embeddable = 32 << 20

  private init(_ elements: VectorElements, _ embedding: @escaping Embedding) {
    (self.elements, document, self.embedding) = (elements, elements.document, embedding)
  }

  /// An inline `svg` element. Its width and height are its box's; effects on all of it are the box's too.
  static func drawing(_ svg: NodeID, _ elements: VectorElements, embedding: @escaping Embedding) -> String {
    var serializer = SVGSerializer(elements, embedding)
    serializer.write(svg, isRoot: true)
    return serializer.out
  }

  /// Elements that something in the page refers to.
  static func contents(
    _ drawing: VectorDrawing, _ elements: VectorElements, embedding: @escaping Embedding
  ) -> String {
    var serializer = SVGSerializer(elements, embedding)
    if drawing.isSilhouette {
      serializer.override = "fill:#000;fill-opacity:1;stroke:none;opacity:1;filter:none;mask:none;clip-path:none"
    }
    let area = drawing.area
    serializer.out = "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\""
    serializer.out += " viewBox=\"\(area.x) \(area.y) \(area.width) \(area.height)\" preserveAspectRatio=\"none\">"
    serializer.out += "<g transform=\"\(serializer.matrix(drawing.transform))\" style=\""
    serializer.out += Self.attribute(serializer.style(of: drawing.parent, isRoot: true)) + "\">"
    if drawing.isBare { serializer.bare = Set(drawing.elements) }
    for element in drawing.elements { serializer.write(element, isRoot: false) }
    serializer.out += "</g>"
    serializer.writeReferences(within: drawing.elements)
    serializer.out += "</svg>"
    return serializer.out
  }

  // MARK: Elements

  /// Recursion is as deep as the document.
  private mutating func write(_ node: NodeID, isRoot: Bool) {
    switch document.kind(node) {
    case .text: out += MarkupText.xml(String(decoding: document.text(node), as: UTF8.self), in: .content, illegal: " ")
    case .element:
      // HTML inside (foreignObject) is nothing that the SVG renderer draws.
      guard let name = elements.name(node), Self.isName(name), written < Self.maximumElements else { return }
      // What sheets say is in the computed styles.
      guard name != "style", name != "script" else { return }
      written += 1
      out += "<" + name
      if isRoot { out += " xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\"" }
      writeAttributes(of: node, name, isRoot: isRoot)
      out += ">"
      for child in document.children(node) { write(child, isRoot: false) }
      if isRoot { writeReferences(within: [node]) }
      out += "</\(name)>"
    case .document, .documentType, .comment, .processingInstruction, .documentFragment: break
    }
  }

  private mutating func writeAttributes(of node: NodeID, _ name: String, isRoot: Bool) {
    let hasStyle = elements.styles?.style(of: node) != nil
    let path = hasStyle ? elements.style(node).effect.vector.text(.d) : nil
    for attribute in document.attributes(node) {
      let local = document.names.spelling(of: attribute.name)
      guard Self.isName(local), local != "xmlns" else { continue }
      var prefix = ""
      switch attribute.namespace {
      case .none:
        if hasStyle, Self.styledAttributes.contains(local) || local == "d" && path != nil { continue }
        // The box says how large the drawing is.
        if isRoot, local == "width" || local == "height" || local == "x" || local == "y" { continue }
      case .xlink: prefix = "xlink:"
      case .xml: prefix = "xml:"
      case .html, .svg, .mathML, .xmlns, .other: continue
      }
      var value = attribute.value
      if local == "href", name == "image" || name == "feImage", !value.hasPrefix("#"), embeddable > 0,
        let data = embedding(node, value)
      {
        embeddable -= data.utf8.count
        value = data
      }
      out += " \(prefix)\(local)=\"\(Self.attribute(value))\""
      if local == "href", attribute.value.hasPrefix("#") { refer(to: String(attribute.value.dropFirst())) }
      if local != "d", local != "points" { noteReferences(in: attribute.value) }
    }
    guard hasStyle else { return }
    let style = style(of: node, isRoot: isRoot) + override
    if !style.isEmpty { out += " style=\"\(Self.attribute(style))\"" }
    noteReferences(in: style)
    if let path { out += " d=\"\(Self.attribute(path))\"" }
    guard !isRoot, !bare.contains(node) else { return }
    let transform = elements.transform(of: node)
    if transform != .identity {
      let attribute =
        switch name {
        case "linearGradient", "radialGradient": "gradientTransform"
        case "pattern": "patternTransform"
        case _: "transform"
        }
      out += " \(attribute)=\"\(matrix(transform))\""
    }
  }

  /// Attributes that the computed style has taken in.
  private static let styledAttributes: Set<String> = {
    let geometry: Set<VectorProperty> = [.cx, .cy, .r, .rx, .ry, .x, .y]
    let own = VectorProperty.allCases.filter { !geometry.contains($0) && $0 != .d }.map(\.rawValue)
    return Set(own).union([
      "style", "class", "color", "display", "visibility", "opacity", "font-family", "font-size", "font-style",
      "font-weight", "font-stretch", "letter-spacing", "word-spacing", "text-decoration", "direction", "writing-mode",
      "unicode-bidi", "image-rendering", "filter", "mask", "clip-path", "transform", "transform-origin",
      "gradientTransform", "patternTransform", "mix-blend-mode",
    ])
  }()

  // MARK: References

  private mutating func refer(to id: String) {
    if known.insert(id).inserted { references.append(id) }
  }

  private mutating func noteReferences(in text: String) {
    let bytes = Array(text.utf8)
    guard bytes.contains(UInt8(ascii: "(")), bytes.contains(UInt8(ascii: "#")) else { return }
    var position = 0
    while position + 4 < bytes.count {
      guard bytes[position...].starts(with: "url(".utf8) else {
        position += 1
        continue
      }
      position += 4
      let end = bytes[position...].firstIndex(of: UInt8(ascii: ")")) ?? bytes.endIndex
      let address = bytes[position..<end].filter { !"\"' ".utf8.contains($0) }
      if address.first == UInt8(ascii: "#") { refer(to: String(decoding: address.dropFirst(), as: UTF8.self)) }
      position = end
    }
  }

  /// Referenced elements elsewhere in the page.
  private mutating func writeReferences(within written: [NodeID]) {
    out += "<defs>"
    var next = 0
    var roots = written
    while next < references.count, self.written < Self.maximumElements {
      let id = references[next]
      next += 1
      guard let target = elements.find(reference: "#" + id), elements.name(target) != nil else { continue }
      let isThere = roots.contains { root in
        var ancestor = target
        while !ancestor.isNone, ancestor != root { ancestor = document.parent(ancestor) }
        return ancestor == root
      }
      if isThere { continue }
      roots.append(target)
      write(target, isRoot: false)
    }
    out += "</defs>"
  }

  // MARK: Styles

  /// What is set on the element, or, at the root, on what it is in.
  private func style(of node: NodeID, isRoot: Bool) -> String {
    let style = elements.style(node)
    let parent = isRoot ? ComputedStyle.initial : elements.style(document.parent(node))
    var text = ""
    func add(_ name: String, _ value: String) { text += "\(name):\(value);" }

    // 1. Inherited.
    if isRoot || style.inherited.color != parent.inherited.color { add("color", style.inherited.color.vectorText) }
    if style.inherited.visibility != parent.inherited.visibility {
      add("visibility", style.inherited.visibility.rawValue)
    }
    if style.inherited.vector != parent.inherited.vector {
      for property in VectorProperty.allCases where property.isInherited {
        let value = style.inherited.vector[property]
        guard value != parent.inherited.vector[property] else { continue }
        add(property.rawValue, value.map(Self.text) ?? property.initialText)
      }
    }
    if isRoot || style.font != parent.font {
      add("font-family", style.font.families.map(Self.family).joined(separator: ","))
      add("font-size", "\(style.font.size)px")
      add("font-weight", "\(Int(max(1, min(1_000, style.font.weight))))")
      switch style.font.slant {
      case .normal: add("font-style", "normal")
      case .italic: add("font-style", "italic")
      case .oblique: add("font-style", "oblique")
      }
    }
    if style.text.letterSpacing != parent.text.letterSpacing {
      add("letter-spacing", "\(style.text.letterSpacing.pixels(basis: Double(style.font.size)))px")
    }
    if style.text.direction != parent.text.direction { add("direction", style.text.direction.rawValue) }
    if style.inherited.imageRendering != parent.inherited.imageRendering {
      add("image-rendering", style.inherited.imageRendering == .auto ? "auto" : "optimizeSpeed")
    }

    // 2. Not inherited.
    for property in VectorProperty.allCases where !property.isInherited && property != .d {
      if let value = style.effect.vector[property] { add(property.rawValue, Self.text(value)) }
    }
    if !style.effect.decorationLines.isEmpty {
      let lines = style.effect.decorationLines
      var names: [String] = []
      if lines.contains(.underline) { names.append("underline") }
      if lines.contains(.overline) { names.append("overline") }
      if lines.contains(.lineThrough) { names.append("line-through") }
      add("text-decoration", names.joined(separator: " "))
    }
    guard !isRoot else { return text }
    if style.box.display == .none, elements.name(node) != "defs" { add("display", "none") }
    for (name, value) in [("width", style.box.width), ("height", style.box.height)] {
      if case .value(let length) = value, case .length(let pixels) = length { add(name, "\(pixels)px") }
      if case .value(let length) = value, case .percentage(let part) = length { add(name, "\(part)%") }
    }
    let effect = style.effect
    if bare.contains(node) { return text }
    if effect.opacity < 1 { add("opacity", "\(effect.opacity)") }
    if effect.mixBlendMode != .normal { add("mix-blend-mode", effect.mixBlendMode.rawValue) }
    if effect.isolation == .isolate { add("isolation", "isolate") }
    if case .reference(let address) = effect.clipPath { add("clip-path", "url(\(address))") }
    if let mask = effect.masks.first, case .url(let address) = mask.layer.image { add("mask", "url(\(address))") }
    let filters = effect.filters.compactMap { Self.text($0, style.inherited.color) }
    if !filters.isEmpty { add("filter", filters.joined(separator: " ")) }
    return text
  }

  private static func text(_ value: VectorStyle.Value) -> String {
    switch value {
    case .color(let color): color.vectorText
    case .number(let number): "\(number)"
    case .text(let text): text
    }
  }

  private static func family(_ name: FontFamilyName) -> String {
    switch name {
    case .standard, .serif, .uiSerif, .math, .fangsong, .emoji: "serif"
    case .sansSerif, .systemUI, .blinkMacSystemFont, .uiSansSerif, .uiRounded: "sans-serif"
    case .monospace, .uiMonospace: "monospace"
    case .cursive: "cursive"
    case .fantasy: "fantasy"
    case .named(let name): "'" + name.filter { $0 != "'" && $0 != "\\" } + "'"
    }
  }

  /// https://drafts.fxtf.org/filter-effects-1/#filter-functions
  private static func text(_ filter: FilterFunction, _ currentColor: Color) -> String? {
    switch filter {
    case .blur(let sigma): "blur(\(sigma)px)"
    case .brightness(let amount): "brightness(\(amount))"
    case .contrast(let amount): "contrast(\(amount))"
    case .grayscale(let amount): "grayscale(\(amount))"
    case .invert(let amount): "invert(\(amount))"
    case .opacity(let amount): "opacity(\(amount))"
    case .saturate(let amount): "saturate(\(amount))"
    case .sepia(let amount): "sepia(\(amount))"
    case .hueRotate(let degrees): "hue-rotate(\(degrees)deg)"
    case .dropShadow(let shadow):
      "drop-shadow(\(shadow.color.resolved(currentColor).vectorText) \(shadow.x)px \(shadow.y)px \(shadow.blur)px)"
    case .reference(let address): "url(\(address))"
    }
  }

  // MARK: Text

  private static func attribute(_ text: String) -> String { MarkupText.xml(text, in: .attribute, illegal: " ") }

  private func matrix(_ t: Transform) -> String { "matrix(\(t.a) \(t.b) \(t.c) \(t.d) \(t.tx) \(t.ty))" }

  private static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, first > 0x40 || first == UInt8(ascii: "_") else { return false }
    return name.utf8.allSatisfy {
      $0 >= 0x80 || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ".")
        || ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) || ($0 >= 0x30 && $0 <= 0x39)
    }
  }
}

extension Document {
  fileprivate func children(_ node: NodeID) -> [NodeID] {
    var result: [NodeID] = []
    var child = firstChild(node)
    while !child.isNone {
      result.append(child)
      child = nextSibling(child)
    }
    return result
  }
}
