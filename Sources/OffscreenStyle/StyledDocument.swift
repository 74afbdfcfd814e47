import OffscreenCSS
import OffscreenDOM

/// A style of a `StyledDocument`; equal situations share one.
package struct StyleID: Hashable, Sendable {
  package let rawValue: Int32
  package static let none = StyleID(rawValue: -1)
  package var isNone: Bool { rawValue < 0 }
}

/// What a document's styles were cut short of, to keep time and memory in bounds.
package enum StyleCut: CaseIterable, Sendable {
  case sheets
  case shadowSheets
  case imports
  case selectors
  case substitutions
  case animations
  case fallbacks
  case depth

  /// The warning.
  package var message: String {
    switch self {
    case .sheets:
      "a style sheet has more than \(StyleSheet.maximumRules) rules, or \(TokenBuffer.maximumTokens) tokens: the rest is left out"
    case .shadowSheets:
      "the style sheets of shadow trees have more than \(CascadeRules.mostShadowRules) rules: some of them do not apply"
    case .imports:
      "style sheets import each other more than \(ActiveRules.maximumImportDepth) deep: the rest is left out"
    case .selectors: "the style sheets' selectors take too long to match: some rules do not apply"
    case .substitutions: "the style sheets' variables make too much text: some declarations do not apply"
    case .animations: "animations: too many keyframes; some elements stand still"
    case .fallbacks:
      "boxes have more than \(StyleBuilder.mostFallbacks) fallbacks: some stay where they do not fit"
    case .depth: "elements are nested more than \(StyleWalk.depthLimit) deep: those inside are not shown"
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
  /// Nil where the document does not go onto pages.
  package internal(set) var pages: PageStyles?
  /// Whether the styles depend on the sizes that containers get in layout.
  package internal(set) var usesContainers = false
  /// Whether an animation is moved by scrolling.
  package internal(set) var usesTimelines = false
  package internal(set) var cuts: Set<StyleCut> = []
  package private(set) var hasFirstLines = false
  package private(set) var hasFirstLetters = false
  /// There are styles of buttons or markers of scroll containers.
  package private(set) var hasScrollParts = false
  /// There may be styles of sticky boxes, and of boxes that snap or that scroll containers begin at.
  package private(set) var mayHaveSticky = false
  package private(set) var mayHaveSnapping = false
  /// There may be styles that have to do with anchors.
  package private(set) var mayHaveAnchors = false
  /// There may be styles of elements whose contents are skipped out of sight, or whose sizes are remembered.
  package private(set) var mayHaveSkipping = false
  package private(set) var mayHaveRemembering = false
  private var styleOfNode = NodeTable<Int32>(-1)
  private var pseudoStyles: [PseudoKey: StyleID] = [:]
  /// By node, of which pseudo-elements there are styles: a bit for each. Optimization: there are many to ask for, and
  /// most elements have none.
  private var pseudosOfNode = NodeTable<UInt64>(0)
  private var explicitlyInheriting: Set<StyleID> = []

  private struct PseudoKey: Hashable {
    var node: NodeID
    var pseudo: PseudoElement
    var state = PseudoState.plain

    /// Optimization: one number is hashed in a third of the time of three.
    func hash(into hasher: inout Hasher) {
      hasher.combine(
        UInt64(UInt32(bitPattern: node.rawValue)) << 16 | UInt64(pseudo.rawValue) << 8 | UInt64(state.rawValue))
    }
  }

  init(document: Document) { self.document = document }

  // MARK: Looking up

  @inline(__always)
  package func styleID(of node: NodeID) -> StyleID { StyleID(rawValue: styleOfNode[node]) }

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
    guard pseudos(of: node) & pseudo.bit != 0, let id = pseudoStyles[PseudoKey(node: node, pseudo: pseudo)] else {
      return nil
    }
    return styles[Int(id.rawValue)]
  }

  package func hasPseudoElements(_ node: NodeID) -> Bool { pseudos(of: node) != 0 }

  func styleID(of node: NodeID, pseudo: PseudoElement) -> StyleID {
    pseudos(of: node) & pseudo.bit != 0 ? pseudoStyles[PseudoKey(node: node, pseudo: pseudo)] ?? .none : .none
  }

  /// The style of a pseudo-element in a state of its own, which may be that of all states.
  package func style(of node: NodeID, pseudo: PseudoElement, state: PseudoState) -> ComputedStyle? {
    guard let id = pseudoStyles[PseudoKey(node: node, pseudo: pseudo, state: state)] else {
      return style(of: node, pseudo: pseudo)
    }
    return styles[Int(id.rawValue)]
  }

  /// Whether an element's style takes values of its parent that are not inherited by themselves.
  func inheritsExplicitly(_ node: NodeID) -> Bool { inheritsExplicitly(styleID(of: node)) }
  func inheritsExplicitly(_ style: StyleID) -> Bool { explicitlyInheriting.contains(style) }

  // MARK: Building

  mutating func add(_ style: ComputedStyle, inheritsExplicitly: Bool = false) -> StyleID {
    styles.append(style)
    if style.box.position == .sticky { mayHaveSticky = true }
    if style.unshown.snapType != nil || style.unshown.isInitialTarget { mayHaveSnapping = true }
    let (align, justify) = (style.alignment.alignSelf.value, style.alignment.justifySelf.value)
    if !style.box.anchor.isInitial || style.box.usesAnchorFunctions || align == .anchorCenter
      || justify == .anchorCenter
    {
      mayHaveAnchors = true
    }
    if style.box.contentVisibility == .auto { mayHaveSkipping = true }
    if style.box.remembersIntrinsicWidth || style.box.remembersIntrinsicHeight { mayHaveRemembering = true }
    let id = StyleID(rawValue: Int32(truncatingIfNeeded: styles.count - 1))
    if inheritsExplicitly { explicitlyInheriting.insert(id) }
    return id
  }

  /// `before`: the style that the node had, which stays where the new one is equal to it. Which one it has now.
  mutating func set(_ id: StyleID, of node: NodeID, before: StyleID) -> StyleID {
    if !before.isNone, before != id,
      styles[Int(before.rawValue)].isSame(as: styles[Int(id.rawValue)]),
      explicitlyInheriting.contains(before) == explicitlyInheriting.contains(id)
    {
      styleOfNode[node] = before.rawValue
      return before
    }
    styleOfNode[node] = id.rawValue
    return id
  }

  mutating func set(_ id: StyleID, of node: NodeID, pseudo: PseudoElement, state: PseudoState = .plain) {
    pseudoStyles[PseudoKey(node: node, pseudo: pseudo, state: state)] = id
    pseudosOfNode[node] |= pseudo.bit
    if pseudo == .firstLine || pseudo == .detailsContentFirstLine { hasFirstLines = true }
    if pseudo == .firstLetter || pseudo == .detailsContentFirstLetter { hasFirstLetters = true }
    if pseudo.isScrollPart { hasScrollParts = true }
  }

  // MARK: Finding styles again

  /// Styles that no node has any more go, and the others get other numbers.
  mutating func dropUnusedStyles() {
    var numbers = [Int32](repeating: -1, count: styles.count)
    var used: [ComputedStyle] = []
    func number(_ id: Int32) -> Int32 {
      if numbers[Int(id)] < 0 {
        numbers[Int(id)] = Int32(truncatingIfNeeded: used.count)
        used.append(styles[Int(id)])
      }
      return numbers[Int(id)]
    }
    styleOfNode.replaceValues(number)
    pseudoStyles = pseudoStyles.mapValues { StyleID(rawValue: number($0.rawValue)) }
    explicitlyInheriting = Set(
      explicitlyInheriting.map { StyleID(rawValue: numbers[Int($0.rawValue)]) }.filter { !$0.isNone })
    styles = used
  }

  @inline(__always)
  private func pseudos(of node: NodeID) -> UInt64 { pseudosOfNode[node] }

  mutating func removePseudoElements(of node: NodeID) {
    let known = pseudos(of: node)
    guard known != 0 else { return }
    pseudosOfNode[node] = 0
    for pseudo in PseudoElement.styled where known & pseudo.bit != 0 {
      pseudoStyles[PseudoKey(node: node, pseudo: pseudo)] = nil
      guard hasScrollParts, pseudo.isScrollPart else { continue }
      for state in PseudoState.allCases { pseudoStyles[PseudoKey(node: node, pseudo: pseudo, state: state)] = nil }
    }
  }

  mutating func removeStyles(of node: NodeID) {
    styleOfNode[node] = -1
    removePseudoElements(of: node)
  }

  /// What has to be made anew where these styles take the place of others: of the elements given, and their
  /// pseudo-elements.
  func effect(ofChangeFrom before: StyledDocument, of nodes: [NodeID]) -> StyleChange {
    var change = StyleChange()
    var known: [StylePair: ChangeEffect] = [:]
    for node in nodes {
      var effect = Self.effect(before.style(of: node), style(of: node), &known)
      let pseudos = pseudos(of: node) | before.pseudos(of: node)
      if pseudos != 0 {
        for pseudo in PseudoElement.styled where pseudos & pseudo.bit != 0 {
          effect = max(
            effect, Self.effect(before.style(of: node, pseudo: pseudo), style(of: node, pseudo: pseudo), &known))
          guard hasScrollParts || before.hasScrollParts, pseudo.isScrollPart else { continue }
          for state in PseudoState.allCases where state != .plain {
            let (one, other) = (
              before.style(of: node, pseudo: pseudo, state: state), style(of: node, pseudo: pseudo, state: state)
            )
            effect = max(effect, Self.effect(one, other, &known))
          }
        }
      }
      guard effect > .nothing else { continue }
      change.effect = max(change.effect, effect)
      change.elements.append(node)
    }
    return change
  }

  private struct StylePair: Hashable {
    var before: ObjectIdentifier
    var after: ObjectIdentifier
  }

  private static func effect(
    _ before: ComputedStyle?, _ after: ComputedStyle?, _ known: inout [StylePair: ChangeEffect]
  ) -> ChangeEffect {
    guard let before, let after else { return before == nil && after == nil ? .nothing : .boxes }
    if before === after { return .nothing }
    let pair = StylePair(before: ObjectIdentifier(before), after: ObjectIdentifier(after))
    if let effect = known[pair] { return effect }
    let effect = before.effect(ofChangeTo: after)
    known[pair] = effect
    return effect
  }
}

/// What became of a document's styles since they were last found.
package struct StyleChange {
  package internal(set) var effect = ChangeEffect.nothing
  /// The elements whose styles, or those of their pseudo-elements, are others.
  package internal(set) var elements: [NodeID] = []

  package init() {}

  init(effect: ChangeEffect, elements: [NodeID]) { (self.effect, self.elements) = (effect, elements) }

  /// Takes in a later change, of other elements.
  package mutating func add(effect: ChangeEffect, _ others: [NodeID]) {
    self.effect = max(self.effect, effect)
    elements += others
  }
}
