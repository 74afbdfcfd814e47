import OffscreenCSS
import OffscreenDOM

/// Propagation of `overflow` and the writing mode from the body to the viewport.
extension BoxTreeBuilder {
  /// The style of an element's box: where the body's `overflow` is the viewport's, its own is `visible`, and
  /// it is no formatting context for that reason. The root element is one in any case.
  /// https://drafts.csswg.org/css-overflow-3/#overflow-propagation
  func boxStyle(of node: NodeID, _ style: ComputedStyle) -> ComputedStyle {
    if node == document.documentElement { return rootStyle(style) }
    guard style.box.overflowX != .visible || style.box.overflowY != .visible, givesOverflowToViewport(node, style)
    else { return style }
    var values = StyleValues(copying: style)
    (values.box.overflowX, values.box.overflowY) = (.visible, .visible)
    return ComputedStyle(values)
  }

  /// The root element's box takes the principal writing mode, which may be the body's; what it passes by inheritance to
  /// its children is its own.
  /// https://drafts.csswg.org/css-writing-modes-4/#principal-flow
  private func rootStyle(_ style: ComputedStyle) -> ComputedStyle {
    guard let principal = principalStyle, document.isHTML(document.documentElement, .html),
      principal.text.writingMode != style.text.writingMode || principal.text.direction != style.text.direction
    else { return style }
    var values = StyleValues(copying: style)
    values.text.writingMode = principal.text.writingMode
    values.text.direction = principal.text.direction
    return ComputedStyle(values)
  }

  /// Whether an element is the body, its `overflow` free to go up.
  func givesOverflowToViewport(_ node: NodeID, _ style: ComputedStyle) -> Bool {
    let root = document.documentElement
    guard document.isHTML(node, .body), document.parent(node) == root, document.isHTML(root, .html),
      let rootStyle = input.styles.style(of: root)
    else { return false }
    var earlier = document.previousSibling(node)
    while !earlier.isNone {
      if document.isHTML(earlier, .body) { return false }
      earlier = document.previousSibling(earlier)
    }
    return rootStyle.box.overflowX == .visible && rootStyle.box.overflowY == .visible
      && rootStyle.usedContainment.isEmpty && style.usedContainment.isEmpty
  }
}
