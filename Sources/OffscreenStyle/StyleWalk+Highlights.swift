import OffscreenCSS
import OffscreenDOM

/// The style of highlighted text in an element.
package struct HighlightStyle {
  package var style: ComputedStyle
  /// Whether the text has the highlight's colour instead of its own.
  package var hasColor: Bool
  /// Whether its colours are those of the user agent, which go where a page has one of them.
  /// https://drafts.csswg.org/css-pseudo-4/#paired-defaults
  var hasDefaultColors = false

  package init(style: ComputedStyle, hasColor: Bool) { (self.style, self.hasColor) = (style, hasColor) }

  /// With colours of the user agent.
  package init(defaults style: ComputedStyle) {
    (self.style, hasColor, hasDefaultColors) = (style, true, true)
  }
}

/// https://drafts.csswg.org/css-pseudo-4/#highlight-pseudos
extension StyleWalk {
  /// What is not declared for the element itself is as in `outer`, the same pseudo-element of its parent; fonts and
  /// custom properties are the element's own.
  mutating func highlightStyle(
    of node: NodeID, _ pseudo: PseudoElement, _ highlight: Atom, in outer: HighlightStyle?
  ) -> HighlightStyle? {
    guard let own = styled.style(of: node) else { return outer }
    goTo(node, isPseudo: true)
    collectEntries(of: node)
    useEntries(of: pseudo, highlight, node, own)
    if entries.isEmpty { return outer }
    let blocks = cascadeBlocks()
    let declared = Set(
      blocks.flatMap { [$0.block.normal, $0.block.important] }.flatMap { $0.early + $0.late }
        .map(\.property.rawValue))
    func declares(_ names: [String]) -> Bool {
      names.contains { declared.contains(PropertyTable.longhand($0).rawValue) }
    }
    let keepsColors = !declares(["color", "background-color"])
    let colors = keepsColors || outer?.hasDefaultColors != true ? outer : nil
    var base = StyleValues(inheriting: own)
    base.text.shadows = outer?.style.text.shadows ?? []
    if let colors, colors.hasColor { base.inherited.color = colors.style.inherited.color }
    let found = animatedStyle(of: node, pseudo, ComputedStyle(base), .pseudo).style
    var values = StyleValues(copying: found)
    if let colors, !declares(["background-color"]) { values.background.color = colors.style.background.color }
    if let outer {
      if !declares(Self.decorationNames) {
        values.effect.decorationLines = outer.style.effect.decorationLines
        values.effect.decorationStyle = outer.style.effect.decorationStyle
        values.effect.decorationColor = outer.style.effect.decorationColor
        values.effect.decorationThickness = outer.style.effect.decorationThickness
      }
    }
    var result = HighlightStyle(
      style: ComputedStyle(values), hasColor: declares(["color"]) || colors?.hasColor ?? false)
    result.hasDefaultColors = keepsColors && outer?.hasDefaultColors == true
    return result
  }

  private static let decorationNames = [
    "text-decoration-line", "text-decoration-style", "text-decoration-color", "text-decoration-thickness",
  ]
}

extension StyleEngine {
  /// The style of highlighted text in an element; nil where the page has none for it. `outer`: that of its parent.
  package func highlightStyle(
    of node: NodeID, _ pseudo: PseudoElement, named name: String?, in outer: HighlightStyle?
  ) -> HighlightStyle? {
    var atom = Atom.none
    if let name {
      guard let known = document.names.find(name) else { return outer }
      atom = known
    }
    return walk?.highlightStyle(of: node, pseudo, atom, in: outer)
  }
}
