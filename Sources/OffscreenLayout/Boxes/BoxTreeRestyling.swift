import OffscreenCSS
import OffscreenDOM
import OffscreenStyle

/// Gives the boxes of a tree the styles that took the place of theirs, where no box comes or goes by it.
///
/// Only where each box has the very style of its element, or an anonymous one: whatever else box generation makes of
/// a style, it has to make again.
package struct BoxTreeRestyling {
  private let document: Document
  private let before: StyledDocument
  private let after: StyledDocument
  private let change: StyleChange
  private var anonymousStyles: [BoxTreeBuilder.AnonymousKey: ComputedStyle] = [:]

  /// `change`: between the styles before and after.
  package init(_ change: StyleChange, from before: StyledDocument, to after: StyledDocument) {
    (self.change, self.before, self.after) = (change, before, after)
    document = after.document
  }

  /// The tree with the later styles, and what layout may find otherwise in it; nil where it has to be generated.
  package mutating func apply(to tree: BoxTree) -> (BoxTree, BoxTreeComparison)? {
    guard change.effect < .boxes, tree.firstLineStyles.isEmpty, !after.hasFirstLines, !after.hasFirstLetters,
      change.elements.count <= tree.boxes.count / 4, change.elements.allSatisfy(isPlain)
    else { return nil }
    let elements = Set(change.elements)
    var result = tree
    result.use(after)
    var comparison = BoxTreeComparison(sameAs: tree)
    var styles = StyleComparison()
    for index in tree.boxes.indices where elements.contains(tree.boxes[index].node) {
      guard let style = style(of: tree.boxes[index], tree, result) else { return nil }
      if styles.changesLayout(of: tree.boxes[index].kind, tree.boxes[index].style, style) {
        comparison.add(BoxID(rawValue: Int32(truncatingIfNeeded: index)))
      }
      result.boxes[index].style = style
      if style.hasTransform { result.hasTransforms = true }
      if style.hasOffsetPath { result.hasOffsetPaths = true }
    }
    return (result, comparison)
  }

  /// `result`: with the later styles of all boxes before this one.
  private mutating func style(of box: Box, _ tree: BoxTree, _ result: BoxTree) -> ComputedStyle? {
    guard box.flags.isDisjoint(with: [.control, .formControl, .symbolMarker, .blockInInline]) else { return nil }
    switch box.kind {
    case .container, .inline, .text, .tableRowGroup, .tableRow, .tableCell, .tableColumnGroup, .tableColumn: break
    case .lineBreak, .breakOpportunity, .replaced, .tableGrid, .tableCaption: return nil
    }
    switch box.origin {
    case .element: return box.style === before.style(of: box.node) ? after.style(of: box.node) : nil
    case .before: return style(.before, of: box)
    case .after: return style(.after, of: box)
    case .anonymous:
      guard !box.parent.isNone else { return nil }
      let (old, new) = (tree.boxes[Int(box.parent.rawValue)].style, result.boxes[Int(box.parent.rawValue)].style)
      let display = box.style.box.display
      guard anonymousStyle(old, display).isSame(as: box.style) else { return nil }
      return old === new ? box.style : anonymousStyle(new, display)
    case .marker, .firstLetter, .detailsContent, .fileSelectorButton, .userAgentPart, .scrollButton,
      .scrollMarkerGroup, .scrollMarker:
      return nil
    }
  }

  private func style(_ pseudo: PseudoElement, of box: Box) -> ComputedStyle? {
    box.style === before.style(of: box.node, pseudo: pseudo) ? after.style(of: box.node, pseudo: pseudo) : nil
  }

  private mutating func anonymousStyle(_ parent: ComputedStyle, _ display: Display) -> ComputedStyle {
    let key = BoxTreeBuilder.AnonymousKey(parent: ObjectIdentifier(parent), display: display)
    if let known = anonymousStyles[key] { return known }
    let style = BoxTreeBuilder.makeAnonymousStyle(parent, display)
    anonymousStyles[key] = style
    return style
  }

  /// Whether box generation asks of an element's style only what makes or unmakes boxes.
  private func isPlain(_ element: NodeID) -> Bool {
    guard document.namespace(element) == .html, let old = before.style(of: element), let new = after.style(of: element),
      hasPlainText(old, new)
    else { return false }
    for pseudo in [PseudoElement.before, .after] {
      let (old, new) = (before.style(of: element, pseudo: pseudo), after.style(of: element, pseudo: pseudo))
      if let old, let new, !hasPlainText(old, new) { return false }
    }
    switch document.name(element).known {
    // The viewport takes values of theirs.
    case .html, .body: return false
    // Texts in it have its style, and are other elements' texts.
    case .slot: return false
    // Parts of controls take values of them, and they of parts.
    case .input, .button, .select, .textarea, .option, .optgroup, .fieldset, .legend, .progress, .meter, .details,
      .summary:
      return false
    case .img, .object, .embed, .video, .audio, .canvas, .iframe, .frame, .frameset, .br, .wbr, .marquee: return false
    default: return true
    }
  }

  /// Texts name what decorates them; counters end at what contains styles.
  private func hasPlainText(_ old: ComputedStyle, _ new: ComputedStyle) -> Bool {
    old.effect.decorationLines.isEmpty && new.effect.decorationLines.isEmpty
      && old.usedContainment == new.usedContainment && old.text.emphasisStyle == new.text.emphasisStyle
  }
}
