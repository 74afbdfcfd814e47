import OffscreenCSS
import OffscreenDOM

/// Styles of boxes on the first formatted line: as if `::first-line` were an element around it,
/// inside the innermost block. They are found when boxes are made, for few elements are ever on one.
/// https://drafts.csswg.org/css-pseudo-4/#first-line-styling
package final class FirstLineStyles {
  private var walk: StyleWalk

  init(_ walk: StyleWalk) { self.walk = walk }

  /// The style of an element, or of a pseudo-element of it, with another parent.
  package func style(
    of node: NodeID, pseudo: PseudoElement? = nil, under parent: ComputedStyle
  ) -> ComputedStyle {
    walk.style(of: node, pseudo: pseudo, under: parent)
  }
}
