import Foundation
import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry
import OffscreenImages
import OffscreenStyle
import OffscreenText

/// The SVG elements that styles refer to: filters, clip paths, masks.
package final class VectorElements {
  /// Numbers of long attributes, by their text.
  private var longLists: [String: [Double]?] = [:]
  package let document: Document
  package let styles: StyledDocument?
  /// Of drawings that are laid out: the sizes of their content boxes, in CSS pixels.
  var usedSizes: [NodeID: (width: Double, height: Double)] = [:]
  /// To measure text with; without, it has no box.
  var fonts: PageFonts?
  /// Of texts that were measured: nested groups ask for them again.
  var textBoxes: [NodeID: PaintRect?] = [:]
  /// How many more boxes may be asked for: content may refer to itself in many ways.
  var boxSteps = 100_000
  /// The first element of each `id` in each tree, the document's before those of shadow trees.
  private var index: [String: [NodeID]]?

  package init(document: Document, styles: StyledDocument?) { (self.document, self.styles) = (document, styles) }

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
    guard document.isElement(node), document.namespace(node) == .svg else { return nil }
    return document.names.spelling(of: document.name(node))
  }

  package func style(_ node: NodeID) -> ComputedStyle { styles?.style(of: node) ?? .initial }

  func attribute(_ node: NodeID, _ name: String) -> String? {
    document.names.find(name).flatMap { document.attribute(node, $0) }
  }

  /// https://svgwg.org/svg2-draft/linking.html#XLinkHrefAttribute
  func address(_ node: NodeID) -> String? {
    document.attribute(node, .href) ?? document.attribute(node, Atom(.href), namespace: .xlink)
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
    var result: [Double] = []
    let parts = text.utf8.split(maxSplits: mostNumbers + 1) { $0 <= 0x20 || $0 == UInt8(ascii: ",") }
    for part in parts {
      guard result.count < mostNumbers, let value = Double(String(Substring(part))), value.isFinite else { return nil }
      result.append(max(-1e9, min(1e9, value)))
    }
    return result.isEmpty ? nil : result
  }

  /// A length in user units. `basis` is what percentages are of.
  /// https://svgwg.org/svg2-draft/coords.html#Units
  func length(_ node: NodeID, _ name: String, basis: Double) -> Double? {
    guard let text = attribute(node, name) else { return nil }
    return Self.length(text, basis: basis, fontSize: Double(style(node).font.size))
  }

  static func length(_ text: String, basis: Double, fontSize: Double) -> Double? {
    let bytes = text.utf8.drop { $0 <= 0x20 }
    // An exponent ends in digits, a unit in letters or a percent sign.
    var end = bytes.endIndex
    while end > bytes.startIndex, bytes[bytes.index(before: end)] <= 0x20 { end = bytes.index(before: end) }
    var start = end
    while start > bytes.startIndex {
      let byte = bytes[bytes.index(before: start)]
      let isLetter = byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
      guard isLetter || byte == UInt8(ascii: "%") else { break }
      start = bytes.index(before: start)
    }
    guard let value = Double(String(Substring(bytes[..<start]))), value.isFinite else { return nil }
    let factor: Double
    switch String(Substring(bytes[start..<end])).lowercased() {
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
