import OffscreenCSS
import OffscreenDOM

/// Finds the styles of a document's elements, as often as it is asked. The rules with their index are kept from one
/// time to the next; each walk of the document has its own memory.
package final class StyleEngine {
  let document: Document
  package var media: MediaContext { didSet { kept = nil } }
  package var sheets: CollectedSheets { didSet { kept = nil } }
  private var kept: Kept?
  /// As it came to its end.
  var walk: StyleWalk?
  /// How often the rules were made: work that tests count.
  private(set) var rulesMade = 0
  /// How many elements' styles were looked for again after changes.
  package private(set) var elementsVisited = 0
  private let resources: any StyleResources
  /// What container queries ask of an earlier layout. Without it, rules in such queries do not apply.
  package var containerState: ((NodeID) -> ContainerState?)?
  /// Where a timeline of scrolling stands that an element's animation names, as an earlier layout found it.
  package typealias Timelines = (AnimationStyle.Timeline, NodeID) -> TimelineState?
  /// Without it, such animations have no effect.
  package var timelines: Timelines?
  /// Whether the document goes onto pages of paper, whose styles are wanted too.
  package var isPaged = false
  /// Seconds since the page was there, on its own clock: where animations and transitions stand.
  package var time = 0.0
  /// Those of a page whose scripts run, which `time` says nothing of.
  package var animations: AnimationTable?

  package init(
    document: Document, sheets: CollectedSheets, media: MediaContext, resources: any StyleResources = NoStyleResources()
  ) {
    (self.document, self.sheets, self.media, self.resources) = (document, sheets, media, resources)
  }

  /// The styles of pages, before those of elements are known: pages inherit nothing yet.
  package func pageStyles() -> PageStyles {
    let kept = keptRules()
    return PageStyles(makeWalk(kept), kept.rules)
  }

  private func makeWalk(_ kept: Kept) -> StyleWalk {
    StyleWalk(
      document: document, rules: kept.rules, baseURL: sheets.documentURL, time: time, animations: animations,
      containerState: containerState, timelines: timelines, resources: resources)
  }

  /// Finds the styles of all elements.
  package func run() -> StyledDocument {
    let kept = keptRules()
    kept.rules.substitutions.restart()
    var walk = makeWalk(kept)
    _ = animations?.takeTouched()
    calmMoves = nil
    resources.use(kept.fontFaces)
    walk.run()
    return finish(walk, kept)
  }

  /// Finds the styles again that these changes can have touched: all that there were since they were last found.
  /// The same styles as `run()` finds; those that are equal stay the same objects.
  /// `beginsAnew`: whether no style is one of those before. `movesWait`: whether elements that nothing but an animation
  /// has moved may have the styles that they had, where those are nobody else's business.
  package func update(
    after changes: [DocumentChange], movesWait: Bool = false
  ) -> (styles: StyledDocument, change: StyleChange, beginsAnew: Bool) {
    let kept = keptRules()
    guard var walk, walk.rules === kept.rules, walk.canUpdate, !kept.rules.substitutions.isSpent else {
      let styles = run()
      return (styles, StyleChange(effect: .boxes, elements: self.walk?.visited ?? []), true)
    }
    kept.rules.substitutions.restart()
    // Optimization: held once, so that what is changed is not copied.
    self.walk = nil
    let before = walk.styled
    let moving = movesWait ? animations?.takeTouched(but: isAlone) : animations?.takeTouched()
    walk.update(after: changes, moving: moving ?? [])
    elementsVisited += walk.visited.count
    let change = walk.styled.effect(ofChangeFrom: before, of: walk.visited + walk.forgotten)
    return (finish(walk, kept), change, false)
  }

  /// The number of moves at which all that had moved could wait. Optimization: a page may ask for thousands of styles in
  /// each frame, and move thousands of elements.
  private var calmMoves: UInt64?

  /// Whether there is something that an animation has moved, and that may not wait.
  package var hasUrgentMoves: Bool {
    guard let animations, calmMoves != animations.moves else { return false }
    if animations.isTouched(where: { !isAlone($0) }) { return true }
    calmMoves = animations.moves
    return false
  }

  /// Whether no other element's style can depend on the one of this element.
  private func isAlone(_ element: NodeID) -> Bool {
    guard element != document.documentElement, document.parent(element) != document.documentElement else {
      return false
    }
    var child = document.flatFirstChild(element)
    while !child.isNone {
      if document.isElement(child) { return false }
      child = document.flatNextSibling(child)
    }
    return true
  }

  /// The style of an element, or of a pseudo-element of it, that is in a subtree which is not displayed: as if it were.
  /// Nil where nothing was styled yet.
  package func hiddenStyle(of node: NodeID, pseudo: PseudoElement? = nil) -> ComputedStyle? {
    guard var walk else { return nil }
    var chain: [NodeID] = []
    var ancestor = node
    while document.isElement(ancestor), walk.styled.style(of: ancestor) == nil {
      chain.append(ancestor)
      ancestor = document.flatParent(ancestor)
      guard !ancestor.isNone else { return nil }
    }
    guard chain.count < 1_000, var style = walk.styled.style(of: ancestor) else { return nil }
    for inner in chain.reversed() { style = walk.style(of: inner, pseudo: nil, under: style) }
    return pseudo.map { walk.style(of: node, pseudo: $0, under: style) } ?? style
  }

  /// The style of an element in a `use` element's shadow tree, of which `root` is the first element, where its parent
  /// has this style. Nil where nothing was styled yet.
  /// https://svgwg.org/svg2-draft/struct.html#UseStyleInheritance
  package func style(of node: NodeID, under parent: ComputedStyle, inInstanceOf root: NodeID) -> ComputedStyle? {
    guard var walk else { return nil }
    walk.matcher.instanceRoot = root
    defer { walk.matcher.instanceRoot = .none }
    return walk.style(of: node, pseudo: nil, under: parent)
  }

  /// Whether an element in a `use` element's shadow tree may have another style than where it is in the document, even
  /// if it inherits the same.
  package var instancesDiffer: Bool { kept?.rules.askAround ?? false }

  /// The custom property of this name, if it is registered. Nil where nothing was styled yet.
  package func registeredProperty(_ name: String) -> RegisteredProperty? { walk?.builder.registered[name] }

  private func finish(_ walk: StyleWalk, _ kept: Kept) -> StyledDocument {
    let rules = kept.rules
    self.walk = walk
    var styled = walk.styled
    if styled.hasFirstLines || styled.hasFirstLetters { styled.firstLines = FirstLineStyles(walk) }
    if sheets.areCutShort { styled.cuts.insert(.sheets) }
    if rules.areCutShort { styled.cuts.insert(.shadowSheets) }
    if rules.author.importsAreCutShort { styled.cuts.insert(.imports) }
    if walk.matcher.isExhausted { styled.cuts.insert(.selectors) }
    if rules.substitutions.isSpent { styled.cuts.insert(.substitutions) }
    if let animations, !animations.isHeld { (animations.previous, animations.moved) = (walk.styled, []) }
    if walk.isTooDeep { styled.cuts.insert(.depth) }
    if walk.builder.fallbacksAreCutShort { styled.cuts.insert(.fallbacks) }
    if walk.animationsAreCutShort || animations?.isCutShort == true { styled.cuts.insert(.animations) }
    styled.usesContainers = kept.usesContainers || walk.dependencies.contains(.container)
    styled.usesTimelines = walk.animations.usesTimelines
    styled.fontFaces = kept.fontFaces
    styled.counterStyles = kept.counterStyles
    if isPaged { styled.pages = PageStyles(walk, rules) }
    return styled
  }

  /// What the sheets say, for the media and the document's quirks mode.
  private struct Kept {
    var rules: CascadeRules
    var quirksMode: QuirksMode
    var fontFaces: [FontFaceRule]
    var counterStyles: CounterStyles
    var usesContainers: Bool
  }

  private func keptRules() -> Kept {
    if let kept, kept.quirksMode == document.quirksMode { return kept }
    let resources = resources
    let context = ParsingContext(
      isQuirky: document.quirksMode == .quirks, devicePixelRatio: media.devicePixelRatio,
      showsImageType: { resources.showsImages(ofType: $0) }, joinURL: { resources.absoluteURL($0, base: $1) })
    let rules = CascadeRules(
      document: document, sheets: sheets, media: media, context: context, measureFont: { resources.metrics(of: $0) })
    let new = Kept(
      rules: rules, quirksMode: document.quirksMode,
      fontFaces: rules.author.fontFaces.compactMap { FontFaceRule($0, context) },
      counterStyles: CounterStyles(rules.author.counterStyles), usesContainers: rules.usesContainers)
    kept = new
    rulesMade += 1
    return new
  }
}
