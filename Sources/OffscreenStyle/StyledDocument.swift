import OffscreenCSS
import OffscreenDOM

/// A style of a `StyledDocument`; equal situations share one.
package struct StyleID: Hashable, Sendable {
  package let rawValue: Int32
  package static let none = StyleID(rawValue: -1)
}

/// What a document's styles were cut short of, to keep time and memory in bounds.
package enum StyleCut: CaseIterable, Sendable {
  case sheets
  case imports
  case selectors
  case animations

  /// What a person is told.
  package var message: String {
    switch self {
    case .sheets:
      "a style sheet has more than \(StyleSheet.maximumRules) rules, or \(TokenBuffer.maximumTokens) tokens: the rest is left out"
    case .imports:
      "style sheets import each other more than \(ActiveRules.maximumImportDepth) deep: the rest is left out"
    case .selectors: "the style sheets' selectors take too long to match: some rules do not apply"
    case .animations: "animations: too many keyframes; some elements stand still"
    }
  }
}

/// The computed styles of a document. Elements in subtrees that are not displayed have none, but for
/// those of SVG, which others may refer to.
package struct StyledDocument {
  package let document: Document
  /// `@font-face` rules, in their order.
  package internal(set) var fontFaces: [FontFaceRule] = []
  package internal(set) var counterStyles = CounterStyles()
  /// Different styles; what `StyleID` counts.
  package internal(set) var styles: [ComputedStyle] = []
  /// Nil where no rule speaks of `::first-line` or `::first-letter`.
  package internal(set) var firstLines: FirstLineStyles?
  /// Whether the styles depend on the sizes that containers get in layout.
  package internal(set) var usesContainers = false
  package internal(set) var cuts: Set<StyleCut> = []
  package private(set) var hasFirstLines = false
  private(set) var hasFirstLetters = false
  private var styleOfNode: [Int32]
  private var pseudoStyles: [PseudoKey: StyleID] = [:]

  private struct PseudoKey: Hashable {
    var node: NodeID
    var pseudo: PseudoElement
  }

  init(document: Document) {
    self.document = document
    styleOfNode = Array(repeating: -1, count: document.nodeCount)
  }

  // MARK: Looking up

  @inline(__always)
  package func styleID(of node: NodeID) -> StyleID {
    let index = Int(node.rawValue)
    return index >= 0 && index < styleOfNode.count ? StyleID(rawValue: styleOfNode[index]) : .none
  }

  /// nil for what is no element and for elements inside of one that is not displayed, if they are not SVG's.
  @inline(__always)
  package func style(of node: NodeID) -> ComputedStyle? {
    let id = styleID(of: node)
    return id.rawValue < 0 ? nil : styles[Int(id.rawValue)]
  }

  /// The style of a pseudo-element; nil where there is none, or where no rule speaks of it.
  ///
  /// `::before` and `::after` have one only if they have content; `::marker` has one for every list
  /// item.
  package func style(of node: NodeID, pseudo: PseudoElement) -> ComputedStyle? {
    guard let id = pseudoStyles[PseudoKey(node: node, pseudo: pseudo)] else { return nil }
    return styles[Int(id.rawValue)]
  }

  // MARK: Building

  mutating func add(_ style: ComputedStyle) -> StyleID {
    styles.append(style)
    return StyleID(rawValue: Int32(truncatingIfNeeded: styles.count - 1))
  }

  mutating func set(_ id: StyleID, of node: NodeID) {
    let index = Int(node.rawValue)
    if index >= 0, index < styleOfNode.count { styleOfNode[index] = id.rawValue }
  }

  mutating func set(_ id: StyleID, of node: NodeID, pseudo: PseudoElement) {
    pseudoStyles[PseudoKey(node: node, pseudo: pseudo)] = id
    if pseudo == .firstLine { hasFirstLines = true }
    if pseudo == .firstLetter { hasFirstLetters = true }
  }
}
