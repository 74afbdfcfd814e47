import Foundation
import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry
import OffscreenImages
import OffscreenStyle
import OffscreenText

/// The SVG elements of a document, with what is made of them: drawings laid out, and what styles refer to.
package final class VectorElements {
  /// Numbers of long attributes, by their text.
  private var longLists: [String: [Double]?] = [:]
  package let document: Document
  package let styles: StyledDocument?
  /// Of drawings that are laid out: the sizes of their content boxes, in CSS pixels.
  var usedSizes: [NodeID: (width: Double, height: Double)] = [:]
  /// To set text with; without, there is none.
  package var fonts: PageFonts?
  /// The reader's, by which one of a `switch` element's children is chosen.
  package var languages = VectorElements.usualLanguages
  package static let usualLanguages = ["en-US", "en"]
  /// The elements of the document at an address, whose fragment is the document's target; where documents may be had.
  package var external: ((String) -> VectorElements?)?
  /// How many more elements may be shown, each as often as it is referred to.
  /// Optimization: this and what follows is counted for each element, and read by nobody meanwhile.
  @exclusivity(unchecked) var steps = VectorElements.maximumElements
  package static let maximumElements = 150_000
  /// How many more may be painted, those of resources each time.
  @exclusivity(unchecked) var paintSteps = 400_000
  /// Whether they were too many.
  package internal(set) var isCutShort = false
  /// The first element of each `id` in each tree, the document's before those of shadow trees.
  private var index: [String: [NodeID]]?
  private var instanceStyles: [InstanceKey: ComputedStyle] = [:]
  private var contents: [NodeID: VectorTree] = [:]
  /// The gradients and patterns that were used.
  var servers: [NodeID: PaintServer] = [:]
  private var outlines: [NodeID: (style: ComputedStyle, viewport: VectorSize, path: PaintPath?)] = [:]

  private struct InstanceKey: Hashable {
    var node: NodeID
    var parent: ObjectIdentifier
    var root: NodeID
  }

  package init(document: Document, styles: StyledDocument?) { (self.document, self.styles) = (document, styles) }

  /// Styles of `use` elements' shadow trees are asked of an engine.
  package func restyle(with engine: StyleEngine) {
    restyle = { engine.style(of: $0, under: $1, inInstanceOf: $2) }
    instancesDiffer = engine.instancesDiffer
  }
  private var restyle: ((NodeID, ComputedStyle, NodeID) -> ComputedStyle?)?
  /// Whether they may be others even where an element inherits the same.
  private var instancesDiffer = false

  /// Of an element in a `use` element's shadow tree, of which `root` is the first element.
  func style(_ node: NodeID, under parent: ComputedStyle, inInstanceOf root: NodeID) -> ComputedStyle {
    let own = style(node)
    let usual = style(document.parent(node))
    if !instancesDiffer, parent === usual || parent.isSameForChildren(as: usual) { return own }
    let key = InstanceKey(node: node, parent: ObjectIdentifier(parent), root: root)
    if let known = instanceStyles[key] { return known }
    let style = restyle?(node, parent, root) ?? own
    instanceStyles[key] = style
    // What a key names must not go away.
    keptStyles.append(parent)
    return style
  }
  private var keptStyles: [ComputedStyle] = []

  /// What is in a `clipPath`, `mask`, `pattern` or `marker`, laid out where it is.
  func contents(of resource: NodeID) -> VectorTree {
    if let known = contents[resource] { return known }
    let tree = VectorTreeBuilder.contents(of: resource, self)
    contents[resource] = tree
    return tree
  }

  /// The outline of a shape in a `use` element's shadow tree.
  /// Optimization: it is read once, however often it is shown with one style.
  func instanceOutline(
    _ node: NodeID, _ style: ComputedStyle, _ viewport: VectorSize, read: () -> PaintPath?
  ) -> PaintPath? {
    if let known = outlines[node], known.style === style, known.viewport == viewport { return known.path }
    let path = read()
    outlines[node] = (style, viewport, path)
    return path
  }

  /// The element that a reference in this document names, if it is one of SVG's of this name.
  func element(_ reference: String, named name: String) -> NodeID? {
    guard let node = find(reference: reference), self.name(node) == name else { return nil }
    return node
  }

  /// The element that a reference in this document names: that of the tree of the element `place`, if it has one.
  /// https://drafts.csswg.org/css-scoping-1/#shadow-names
  package func find(reference: String, from place: NodeID = .none) -> NodeID? {
    guard reference.hasPrefix("#") else { return nil }
    let id = String(reference.dropFirst())
    let index = index ?? makeIndex()
    self.index = index
    guard let found = index[id] ?? id.removingPercentEncoding.flatMap({ index[$0] }) else { return nil }
    guard found.count > 1, !place.isNone else { return found.first }
    let root = document.treeRoot(place)
    return found.first { document.treeRoot($0) == root } ?? found.first
  }

  /// The element that a reference names, in this document or in another one, with the elements that it is among.
  func resource(_ address: String) -> (owner: VectorElements, element: NodeID)? {
    if address.hasPrefix("#") { return find(reference: address).map { (self, $0) } }
    guard let sign = address.firstIndex(of: "#"), let other = external?(address),
      let element = other.find(reference: String(address[sign...]))
    else { return nil }
    return (other, element)
  }

  /// The same for an element of a name, by the address that a style has.
  func resource(
    _ address: String, named name: String, _ resources: (any PaintResources)?
  ) -> (owner: VectorElements, element: NodeID)? {
    if let found = element(address, named: name) { return (self, found) }
    guard !address.hasPrefix("#"), let sign = address.firstIndex(of: "#"),
      let other = resources?.externalVectors(at: address),
      let found = other.element(String(address[sign...]), named: name)
    else { return nil }
    return (other, found)
  }

  /// The element that the address of a `use` element names in another document: without a fragment, the whole.
  /// https://svgwg.org/svg2-draft/struct.html#UseElementHrefAttribute
  func externalTarget(_ address: String) -> (owner: VectorElements, element: NodeID)? {
    if address.contains("#") { return resource(address) }
    guard let other = external?(address), other !== self, other.name(other.document.documentElement) == "svg" else {
      return nil
    }
    return (other, other.document.documentElement)
  }

  private func makeIndex() -> [String: [NodeID]] {
    var found: [String: [NodeID]] = [:]
    for root in [document.documentElement] + document.shadowRoots.filter({ document.isConnected($0) }) {
      var seen: Set<String> = []
      var node = root
      while !node.isNone {
        if document.isElement(node), let id = document.attribute(node, .id), seen.insert(id).inserted {
          found[id, default: []].append(node)
        }
        node = document.next(node, within: root)
      }
    }
    return found
  }

  /// Whether nothing around the element is `display: none`, but for `defs`.
  func isRendered(_ node: NodeID) -> Bool {
    var node = node
    while !node.isNone, document.isElement(node) {
      if style(node).box.display == .none, name(node) != "defs" { return false }
      node = document.flatParent(node)
    }
    return true
  }

  /// Of an SVG element.
  package func name(_ node: NodeID) -> String? {
    guard !node.isNone, document.isElement(node), document.namespace(node) == .svg else { return nil }
    return document.names.spelling(of: document.name(node))
  }

  /// The same, where it is one that drawings consist of.
  func kind(_ node: NodeID) -> VectorName? {
    guard !node.isNone, document.namespace(node) == .svg else { return nil }
    return names[document.name(node)]
  }
  private lazy var names = VectorNames(document.names)
  /// Optimization: asked for with each element; making one asks for no other.
  @exclusivity(unchecked) var drawnStyles = DrawnStyles()

  /// Whether no drawing is around an `svg` element.
  func isOuter(_ svg: NodeID) -> Bool {
    let parent = document.parent(svg)
    return parent.isNone || document.namespace(parent) != .svg
  }

  package func style(_ node: NodeID) -> ComputedStyle { styles?.style(of: node) ?? .initial }

  /// The value as it is shown: animations may have changed it.
  func attribute(_ node: NodeID, _ name: String) -> String? { atom(name).flatMap { document.shownAttribute(node, $0) } }

  /// The value as the document has it.
  func plainAttribute(_ node: NodeID, _ name: String) -> String? { atom(name).flatMap { document.attribute(node, $0) } }

  /// The names of the attributes that stand for properties.
  /// Optimization: they are looked up once.
  private lazy var propertyAtoms = VectorProperty.allCases.map { document.names.intern($0.name) }
  /// The names of those that say whether an element is shown.
  private(set) lazy var conditionAtoms = ["requiredExtensions", "systemLanguage"].map { document.names.intern($0) }

  private func atom(_ name: String) -> Atom? {
    if let known = atoms[name] { return known }
    guard let atom = document.names.find(name) else { return nil }
    atoms[name] = atom
    return atom
  }
  private var atoms: [String: Atom] = [:]

  /// https://svgwg.org/svg2-draft/linking.html#XLinkHrefAttribute
  func address(_ node: NodeID) -> String? {
    let address =
      document.shownAttribute(node, Atom(.href)) ?? document.attribute(node, Atom(.href), namespace: .xlink)
    // Optimization: few have white space around.
    guard let address, let first = address.utf8.first, let last = address.utf8.last,
      first <= 0x20 || last <= 0x20 || first >= 0x80 || last >= 0x80
    else { return address }
    return address.split(omittingEmptySubsequences: false) { $0.isWhitespace }.filter { !$0.isEmpty }
      .joined(separator: " ")
  }

  package func children(_ node: NodeID) -> [NodeID] {
    var result: [NodeID] = []
    var child = document.firstElementChild(node)
    while !child.isNone {
      result.append(child)
      child = document.nextElement(child)
    }
    return result
  }

  // MARK: Numbers

  func number(_ node: NodeID, _ name: String) -> Double? { numbers(node, name)?.first }

  /// Numbers with commas or spaces between them; nil without the attribute or where one is none.
  func numbers(_ node: NodeID, _ name: String) -> [Double]? {
    guard let text = attribute(node, name) else { return nil }
    guard text.utf8.count > Self.longList else { return Self.numbers(text) }
    // A filter is read for each element that it is applied to.
    if let known = longLists[text] { return known }
    let numbers = Self.numbers(text)
    longLists[text] = .some(numbers)
    return numbers
  }

  /// Bytes of a list that is read once only.
  private static let longList = 1_000

  private static let mostNumbers = 10_000

  static func numbers(_ text: String) -> [Double]? {
    let (numbers, isWhole) = NumberScanner.list(text, most: mostNumbers)
    return isWhole && !numbers.isEmpty ? numbers : nil
  }

  /// A length in user units. `basis` is what percentages are of.
  /// https://svgwg.org/svg2-draft/coords.html#Units
  func length(_ node: NodeID, _ name: String, basis: Double) -> Double? {
    atom(name).flatMap { length(node, $0, basis: basis, style(node)) }
  }

  /// The same of the attribute that stands for a property, of an element with this style.
  func length(_ node: NodeID, _ property: VectorProperty, basis: Double, _ style: ComputedStyle) -> Double? {
    length(node, propertyAtoms[Int(property.rawValue)], basis: basis, style)
  }

  func length(_ node: NodeID, _ name: Atom, basis: Double, _ style: ComputedStyle) -> Double? {
    // Optimization: most are plain numbers, and are read where they stand.
    var (number, isPlain) = (nil as Double?, false)
    document.withShownAttribute(node, name) { bytes in
      guard let bytes else { return isPlain = true }
      var position = 0
      number = NumberScanner.number(bytes, &position)
      isPlain = number != nil && position == bytes.count
    }
    if isPlain { return number }
    return document.shownAttribute(node, name).flatMap {
      Self.length($0, basis: basis, fontSize: Double(style.font.size))
    }
  }

  func length(_ node: NodeID, _ name: String, basis: Double, _ style: ComputedStyle) -> Double? {
    atom(name).flatMap { length(node, $0, basis: basis, style) }
  }

  package static func length(_ text: String, basis: Double, fontSize: Double) -> Double? {
    // Optimization: most are plain numbers.
    var plain = text
    let number = plain.withUTF8 { bytes -> Double? in
      var position = 0
      let value = NumberScanner.number(bytes, &position)
      return position == bytes.count ? value : nil
    }
    if let number { return number }
    // As the cascade writes sums of lengths and percentages.
    if text.hasPrefix("calc("), text.hasSuffix(")") {
      let parts = text.dropFirst(5).dropLast().split(separator: " ")
      guard parts.count == 3, let first = length(String(parts[0]), basis: basis, fontSize: fontSize),
        let second = length(String(parts[2]), basis: basis, fontSize: fontSize)
      else { return nil }
      return first + second
    }
    let bytes = Array(text.utf8)
    var position = 0
    while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
    var end = bytes.count
    while end > position, bytes[end - 1] <= 0x20 { end -= 1 }
    guard let value = NumberScanner.number(bytes, &position) else { return nil }
    if position == end { return value }
    let factor: Double
    switch String(decoding: bytes[position..<end], as: UTF8.self).lowercased() {
    case "", "px": factor = 1
    case "%": factor = basis / 100
    case "em": factor = fontSize
    case "ex", "ch": factor = fontSize / 2
    case "rem": factor = 16
    case "in": factor = 96
    case "cm": factor = 96 / 2.54
    case "mm": factor = 96 / 25.4
    case "q": factor = 96 / 101.6
    case "pt": factor = 96.0 / 72
    case "pc": factor = 16
    case _: return nil
    }
    return max(-1e9, min(1e9, value * factor))
  }
}
