import OffscreenCSS
import OffscreenDOM

/// Goes through a document and finds its elements' styles; later again, for those that changes can have touched.
struct StyleWalk {
  let document: Document
  let rules: CascadeRules
  /// Of the document as it is.
  private(set) var matcher: SelectorMatcher
  let containerState: ((NodeID) -> ContainerState?)?
  let timelines: StyleEngine.Timelines?
  var styled: StyledDocument
  let builder: StyleBuilder
  var attached: AttachedBlocks
  private var filter = AncestorFilter()
  private var matches: [RuleIndex.Match] = []
  private var contexts = MatchContexts()
  /// Where what is around the present element stands, and the element itself, in a walk of all.
  private var placeAround = MatchContexts.unknown
  private var place = MatchContexts.unknown
  private var shared = SharedStyles()
  private var inheritance = InheritanceClasses()
  /// Optimization: the elements of a chart that are in different places have one style but for those.
  private var placed = PlacedStyles()
  /// The hint for the present element's transform, where `entries` are without it.
  private var transformHint: String?
  let animations: AnimationSampler
  /// Of a page whose scripts run; nil where one moment is all that there is.
  let table: AnimationTable?
  /// Working storage, kept from element to element.
  var entries: [Entry] = []
  var pseudos: [PseudoEntry] = []
  /// Whether what is in the present element compares itself with another style of it than before.
  var isOtherInside = false
  /// What values ask of siblings.
  private var places = SiblingPlaces()
  /// Of the present element: those with content, shown or not.
  var pseudosWithContent: Set<PseudoElement> = []
  /// Elements around the current one whose style is a query container.
  var containers: [NodeID] = []
  /// The elements whose styles were found in this pass, and those that have none since.
  private(set) var visited: [NodeID] = []
  private(set) var forgotten: [NodeID] = []
  /// The hosts in whose shadow trees the focus was when the styles were last found: what has left it is not in them now.
  private var focusedHosts: Set<NodeID> = []
  /// How many styles there were after all of the document was walked, or unused ones were dropped.
  private var styleCount = 0
  /// Whether what is too deep was left out.
  private(set) var isTooDeep = false

  init(
    document: Document, rules: CascadeRules, baseURL: String,
    time: Double, animations table: AnimationTable?,
    containerState: ((NodeID) -> ContainerState?)?, timelines: StyleEngine.Timelines?,
    resources: any StyleResources
  ) {
    self.document = document
    self.rules = rules
    matcher = SelectorMatcher(document)
    (self.containerState, self.timelines) = (containerState, timelines)
    styled = StyledDocument(document: document)
    builder = StyleBuilder(rules: rules, registered: rules.registered)
    self.table = table
    animations = AnimationSampler(rules.author, time: time, registered: builder.registered, rules.context)
    for tree in rules.shadowTrees.values { animations.add(tree.active, of: tree.number) }
    attached = AttachedBlocks(
      document: document, context: rules.context, baseURL: baseURL, resources: resources)
  }

  /// What the styles depended on.
  var dependencies: Dependencies { builder.dependencies }

  // MARK: The tree

  /// Finds all styles.
  mutating func run() {
    walk(nil)
    focusedHosts = document.hostsOfFocus
    if let table, !table.isHeld { table.endWhatHasNoStyle(in: styled) }
    styleCount = styled.styles.count
  }

  /// Whether to find the styles again costs less than to begin anew, and gives the same.
  var canUpdate: Bool {
    !matcher.isExhausted && !animations.isCutShort && attached.count <= 10_000 && builder.hasRoomForFallbacks
  }

  /// Each step of an animation leaves styles behind that nothing has any more.
  private mutating func dropUnusedStyles() {
    guard styled.styles.count > 2 * styleCount + 1_000 else { return }
    styled.dropUnusedStyles()
    styleCount = max(1, styled.styles.count)
    // Those name styles by their numbers.
    (shared, placed, inheritance) = (SharedStyles(), PlacedStyles(), InheritanceClasses())
  }

  /// Finds the styles again that some changes can have touched.
  /// `moving`: elements of which an animation has moved.
  mutating func update(after changes: [DocumentChange], moving: Set<NodeID>) {
    dropUnusedStyles()
    matcher = SelectorMatcher(document)
    places = SiblingPlaces()
    if table != nil { animations.restart() }
    let hosts = document.hostsOfFocus
    let invalidation = StyleInvalidation(
      changes, in: document, rules.invalidationSets, matcher, builder.dependencies, moving: moving,
      refocused: hosts.symmetricDifference(focusedHosts),
      display: { [styled] in styled.style(of: $0)?.box.display })
    focusedHosts = hosts
    filter = AncestorFilter()
    containers = []
    (visited, forgotten) = ([], [])
    if invalidation.isNothing, !rules.asksBeyondFeatures { return }
    for node in invalidation.moved { forget(node, isKept: invalidation.keeping.contains(node)) }
    attached.forgetElements()
    let isWhole = invalidation.isEverything || rules.asksBeyondFeatures
    walk(isWhole ? nil : invalidation)
    if isWhole, document.hasShadowTrees { forgetWhatIsNotInTheFlatTree() }
    if let table, !table.isHeld {
      for node in invalidation.keeping where styled.style(of: node) == nil { table.end(node) }
    }
  }

  /// After a walk of all: what stands in no slot any more has no style.
  private mutating func forgetWhatIsNotInTheFlatTree() {
    let found = Set(visited)
    for index in 0..<document.nodeCount {
      let node = NodeID(rawValue: Int32(truncatingIfNeeded: index))
      if !styled.styleID(of: node).isNone, !found.contains(node) { forget(node) }
    }
  }

  /// `isKept`: whether what animations and transitions do to it goes on in another place.
  private mutating func forget(_ node: NodeID, isKept: Bool = false) {
    if let table, !table.isHeld, !isKept { table.end(node) }
    styled.removeStyles(of: node)
    forgotten.append(node)
  }

  /// Which of an element's children are to be looked at.
  private enum Visit {
    /// Those that the changes can have touched, with what is in them.
    case invalid
    /// Those too that inherit more than all do.
    case inheriting
    /// All.
    case children
    /// All, and all that is in them.
    case everything
  }

  /// What is deeper in the flat tree has no style, and so no boxes: layout recurses over them. The parser's own limit is
  /// lower (`TreeBuilder.depthLimit`), but for what the adoption agency adds.
  static let depthLimit = 1024

  /// `invalidation`: nil for all elements.
  private mutating func walk(_ invalidation: StyleInvalidation?) {
    let root = document.documentElement
    guard !root.isNone else { return }
    var aroundDrawings: Set<NodeID>?
    // How many of the open elements are in (or are) one that is not displayed.
    var hidden = 0
    // Optimization: it holds the document alone; to hold the walk would be to copy it each time.
    let document = document
    /// The next element whose style is wanted. Drawings that are not displayed hold filters, masks and
    /// symbols for others: their elements have styles all the same.
    func wanted(_ node: NodeID, _ visit: Visit?) -> NodeID {
      var node = Self.firstElement(node, in: document)
      // Optimization: most of many are what they were.
      if hidden == 0, visit == .invalid, let invalidation {
        while !node.isNone, invalidation.marks(of: node).isEmpty {
          node = Self.firstElement(document.flatNextSibling(node), in: document)
        }
      }
      while hidden > 0, !node.isNone, document.namespace(node) != .svg {
        let around = aroundDrawings ?? Self.ancestorsOfDrawings(in: document)
        aroundDrawings = around
        if around.contains(node) { break }
        node = Self.firstElement(document.flatNextSibling(node), in: document)
      }
      return node
    }
    /// How the children of the open elements are visited, and where these stand.
    var open: [Visit] = []
    var placesOfOpen: [MatchContexts.Place] = []
    contexts = MatchContexts()
    defer { (contexts, placeAround) = (MatchContexts(), MatchContexts.unknown) }
    let outside = invalidation == nil ? MatchContexts.outside : MatchContexts.unknown
    let initialVisit = invalidation == nil ? Visit.everything : .invalid
    // What is in an element that is not displayed any more has no styles.
    let isUpdate = styleCount > 0
    var node = root
    while true {
      let before = styled.style(of: node)
      (placeAround, place) = (placesOfOpen.last ?? outside, MatchContexts.unknown)
      let (visit, style) = visit(node, open.last ?? initialVisit, before, invalidation, root)
      let isHidden = hidden > 0 || style?.box.display == Display.none
      if isHidden, hidden == 0, isUpdate, invalidation == nil || before?.box.display != Display.none {
        forgetContents(of: node)
      }
      if isHidden { hidden += 1 }
      var child = visit == nil ? .none : wanted(document.flatFirstChild(node), visit)
      if !child.isNone, open.count >= Self.depthLimit {
        child = .none
        isTooDeep = true
        if isUpdate { forgetContents(of: node) }
      }
      if child.isNone, isHidden { hidden -= 1 }
      if !child.isNone {
        filter.push(node, in: matcher)
        if style?.isQueryContainer ?? false { containers.append(node) }
        open.append(visit ?? .invalid)
        placesOfOpen.append(place)
        node = child
        continue
      }
      while node != root {
        let sibling = wanted(document.flatNextSibling(node), open.last)
        if !sibling.isNone {
          node = sibling
          break
        }
        node = document.flatParent(node)
        hidden = max(0, hidden - 1)
        filter.pop()
        open.removeLast()
        placesOfOpen.removeLast()
        if containers.last == node { containers.removeLast() }
      }
      if node == root { break }
    }
  }

  /// Finds an element's style if it has to be found; how its children are to be visited, nil where they are not.
  /// `before`: the style that it had.
  private mutating func visit(
    _ node: NodeID, _ visit: Visit, _ before: ComputedStyle?, _ invalidation: StyleInvalidation?, _ root: NodeID
  ) -> (children: Visit?, style: ComputedStyle?) {
    guard let invalidation else {
      if node == root { builder.body = nil }
      let style = restyle(node, root)
      if let before, style !== before, isReferredTo(node, root) { shared = SharedStyles() }
      return (.everything, style)
    }
    let marks = invalidation.marks(of: node)
    let isWhole = visit == .everything || marks.contains(.subtree)
    let isVisited =
      isWhole || visit == .children || marks.contains(.element)
      || visit == .inheriting && styled.inheritsExplicitly(node)
    guard isVisited else { return (marks.contains(.ancestor) ? .invalid : nil, before) }
    let style = restyle(node, root)
    if isWhole { return (.everything, style) }
    if style === before, !isOtherInside { return (marks.contains(.ancestor) ? .invalid : nil, style) }
    if isReferredTo(node, root) {
      shared = SharedStyles()
      return (.everything, style)
    }
    // How what is inside is displayed depends on it.
    guard let before, before.box.display == style.box.display,
      before.box.blockifiesChildren == style.box.blockifiesChildren,
      before.box.inlinizesChildren == style.box.inlinizesChildren, !document.isHTML(node, .details)
    else { return (.everything, style) }
    return (style.isSameForChildren(as: before) && !isOtherInside ? .inheriting : .children, style)
  }

  /// Whether lengths or colours anywhere in the document may refer to the element: to the root element, or to the body
  /// in quirks mode.
  private func isReferredTo(_ node: NodeID, _ root: NodeID) -> Bool {
    node == root || rules.context.isQuirky && document.parent(node) == root && document.isHTML(node, .body)
  }

  /// The style of an element as it is now: the object that it had where nothing has changed.
  private mutating func restyle(_ node: NodeID, _ root: NodeID) -> ComputedStyle {
    visited.append(node)
    isOtherInside = false
    if node == root { builder.root = nil }
    let before = styled.styleID(of: node)
    // Optimization: an element that had no style has no pseudo-elements.
    if !before.isNone { styled.removePseudoElements(of: node) }
    return computeStyle(of: node, isRoot: node == root, before: before)
  }

  /// What is in an element that is not displayed has no styles.
  private mutating func forgetContents(of node: NodeID) {
    var inner = document.nextInFlatTree(node, within: node)
    while !inner.isNone {
      if !styled.styleID(of: inner).isNone { forget(inner) }
      inner = document.nextInFlatTree(inner, within: node)
    }
  }

  /// What has an `svg` element somewhere inside.
  private static func ancestorsOfDrawings(in document: Document) -> Set<NodeID> {
    var result: Set<NodeID> = []
    var node = document.documentElement
    while !node.isNone {
      if document.namespace(node) == .svg {
        var ancestor = document.flatParent(node)
        while !ancestor.isNone, result.insert(ancestor).inserted { ancestor = document.flatParent(ancestor) }
        if !document.hasShadowTrees {
          node = document.nextSkippingChildren(node, within: document.documentElement)
          continue
        }
      }
      node = document.nextShadowIncluding(node, within: document.documentElement)
    }
    return result
  }

  private static func firstElement(_ node: NodeID, in document: Document) -> NodeID {
    var node = node
    while !node.isNone, !document.isElement(node) { node = document.flatNextSibling(node) }
    return node
  }

  // MARK: One element

  /// `before`: the style that the element had.
  private mutating func computeStyle(of node: NodeID, isRoot: Bool, before: StyleID) -> ComputedStyle {
    let parentNode = document.flatParent(node)
    let parentID = isRoot ? StyleID.none : styled.styleID(of: parentNode)
    let parent = isRoot ? initialParent : styled.style(of: parentNode) ?? initialParent
    collectEntries(of: node, keepsTransform: isMovedByDrawing(node))
    var situation: StyleBuilder.Situation = isRoot ? .root : []
    if !isRoot, isItem(node) { situation.insert(.item) }
    situation.formUnion(kind(of: node))
    if document.isInTopLayer(node) { situation.insert(.topLayer) }
    if parent.inherited.zoom != 1, document.namespace(node) == .svg, document.namespace(parentNode) == .svg {
      situation.insert(.drawing)
    }
    insertBaseAppearance(of: node, parentNode, parent, parentID, situation)
    var id = style(of: node, nil, parent, parentID, situation)
    if matcher.isVisited(node) { id = visitedStyle(of: node, parent, situation, unvisited: id) }
    id = styled.set(id, of: node, before: before)
    let style = styled.styles[Int(id.rawValue)]
    if isRoot { builder.root = style }
    if parentNode == document.documentElement, document.isHTML(node, .body) { builder.body = style }
    computePseudoElements(of: node, style, id)
    if let table, !table.isHeld {
      table.end(node, keepsElement: true) {
        styled.style(of: node, pseudo: $0) != nil || pseudosWithContent.contains($0)
      }
    }
    return style
  }

  /// What the user agent's sheet says of a menu, and of a button in it, that pages style in all.
  /// https://html.spec.whatwg.org/multipage/rendering.html#the-select-element-2
  private mutating func insertBaseAppearance(
    of node: NodeID, _ parentNode: NodeID, _ parent: ComputedStyle, _ parentID: StyleID,
    _ situation: StyleBuilder.Situation
  ) {
    let declarations: String
    if document.isHTML(node, .select), document.isMenu(node) {
      let id = styleOfEntries(of: node, nil, parent, parentID, situation)
      guard styled.styles[Int(id.rawValue)].box.appearance == .baseSelect else { return }
      let isDisabled = document.attribute(node, .disabled) != nil
      declarations = UserAgentSheet.baseSelect + (isDisabled ? UserAgentSheet.disabledBaseSelect : "")
    } else if document.isHTML(node, .button), document.isHTML(parentNode, .select),
      parent.box.appearance == .baseSelect
    {
      declarations = UserAgentSheet.buttonOfBaseSelect
    } else {
      return
    }
    let place = entries.firstIndex { $0.level > CascadeLevel(.userAgent) } ?? entries.count
    let block = attached.userAgentBlock(declarations)
    entries.insert(Entry(block: block, level: CascadeLevel(.userAgent), specificity: .zero), at: place)
  }

  /// A style as if nothing had been visited, with the colours of one where the link was.
  /// https://drafts.csswg.org/selectors-4/#visited-pseudo
  private mutating func visitedStyle(
    of node: NodeID, _ parent: ComputedStyle, _ situation: StyleBuilder.Situation, unvisited: StyleID
  ) -> StyleID {
    let (normalEntries, normalPseudos) = (entries, pseudos)
    matcher.visitedLink = node
    collectEntries(of: node)
    let visited = StyleValues(copying: animatedStyle(of: node, nil, parent, situation).style)
    matcher.visitedLink = .none
    (entries, pseudos) = (normalEntries, normalPseudos)
    var values = StyleValues(copying: styled.styles[Int(unvisited.rawValue)])
    for property in PropertyTable.visitedColors { property.copy(from: visited, to: &values) }
    return styled.add(ComputedStyle(values), inheritsExplicitly: styled.inheritsExplicitly(unvisited))
  }

  /// The declarations that apply to an element and to its pseudo-elements. `keepsTransform`: whether a hint for the
  /// transform is among them; else it waits in `transformHint`.
  mutating func collectEntries(of node: NodeID, keepsTransform: Bool = true) {
    entries.removeAll(keepingCapacity: true)
    pseudos.removeAll(keepingCapacity: true)
    if document.hasShadowTrees {
      collectFromTrees(of: node)
    } else {
      matches.removeAll(keepingCapacity: true)
      place = rules.index.appendMatches(
        of: node, in: placeAround, &contexts, using: matcher, filter: filter, to: &matches)
      addMatches(node, tree: 0)
      collect(rules.scoped, of: node)
    }
    entries.sortByStrength()
    let hints = attached.hints(of: node)
    if let block = hints.block { insert(hint: block) }
    transformHint = hints.transform
    if keepsTransform { insertTransformHint() }
    if let block = attached.styleAttribute(of: node) {
      let entry = Entry(block: block, level: .attached, specificity: .zero)
      // Only what trees further outside say of a part is stronger.
      let isStrongest = entries.last.map { $0.level <= .attached } ?? true
      entries.insert(entry, at: isStrongest ? entries.count : entries.firstIndex { $0.level > .attached } ?? 0)
    }
  }

  private mutating func insert(hint block: Int32) {
    let place = entries.firstIndex { $0.level >= CascadeLevel(.hint) } ?? entries.count
    entries.insert(Entry(block: block, level: CascadeLevel(.hint), specificity: .zero), at: place)
  }

  /// The hint for the transform is a declaration like others from here on.
  mutating func insertTransformHint() {
    if let block = transformHint.flatMap({ attached.transformHint($0) }) { insert(hint: block) }
    transformHint = nil
  }

  /// `tree`: where the rules' tree is, as seen from the element's own.
  private mutating func collect(_ index: RuleIndex, of node: NodeID, tree: Int = 0) {
    matches.removeAll(keepingCapacity: true)
    index.appendMatches(of: node, using: matcher, filter: filter, to: &matches)
    addMatches(node, tree: tree)
  }

  private mutating func addMatches(_ node: NodeID, tree: Int) {
    for match in matches {
      add(match.rule, match.specificity, match.pseudoElement, node, tree: tree, test: match.pseudoElementTest)
    }
  }

  private mutating func collect(_ scoped: [Int32], of node: NodeID) {
    if scoped.isEmpty { return }
    for match in ScopeMatching(rules: rules, matcher: matcher, scoped: scoped).matches(of: node) {
      add(
        match.rule, match.specificity, match.pseudoElement, node, proximity: match.proximity,
        test: match.pseudoElementTest)
    }
  }

  /// The sheets of an element's own tree, of the shadow trees that it is the host of or stands in, and of those around
  /// that know it as a part.
  /// https://drafts.csswg.org/css-scoping-1/#shadow-cascading
  private mutating func collectFromTrees(of node: NodeID) {
    let trees = TreesAround(node, in: document)
    if trees.own.isNone {
      collect(rules.index, of: node)
      collect(rules.scoped, of: node)
    } else {
      collect(rules.commonIndex, of: node)
      if let tree = rules.shadowTrees[trees.own] {
        matcher.setTree(trees.own)
        collect(tree.index, of: node)
        collect(tree.scoped, of: node)
        if let index = tree.partIndex { collect(index, of: node) }
      }
    }
    for (place, root) in trees.inside.enumerated() {
      guard let tree = rules.shadowTrees[root] else { continue }
      matcher.setTree(root)
      let isHost = root == trees.ofHost
      if let index = isHost ? tree.hostIndex : tree.slottedIndex { collect(index, of: node, tree: -1 - place) }
      if isHost { collect(tree.scoped, of: node) }
    }
    if !trees.own.isNone, document.hasAttribute(node, .part) {
      for (place, root) in trees.outside.enumerated() {
        guard let index = root.isNone ? rules.partIndex : rules.shadowTrees[root]?.partIndex else { continue }
        matcher.setTree(root)
        collect(index, of: node, tree: 1 + place)
      }
    }
    matcher.setTree(.none)
  }

  /// The style that an element, or a pseudo-element of it, would have with another parent.
  mutating func style(of node: NodeID, pseudo: PseudoElement?, under parent: ComputedStyle) -> ComputedStyle {
    goTo(node, isPseudo: pseudo != nil)
    collectEntries(of: node)
    if let pseudo { useEntries(of: pseudo, .none, node, parent) }
    return animatedStyle(of: node, pseudo, parent, pseudo.map { situation(of: $0, node) } ?? []).style
  }

  /// Of a pseudo-element alone, of an element with that style.
  mutating func useEntries(of pseudo: PseudoElement, _ highlight: Atom, _ node: NodeID, _ style: ComputedStyle) {
    entries.removeAll(keepingCapacity: true)
    appendEntries(of: pseudo, highlight, node, style)
    entries.sortByStrength()
  }

  /// To an element out of the order of the walk, or to a pseudo-element in it.
  mutating func goTo(_ node: NodeID, isPseudo: Bool) {
    filter = AncestorFilter()
    containers = []
    var ancestors: [NodeID] = []
    var ancestor = document.flatParent(node)
    while !ancestor.isNone, document.isElement(ancestor) {
      ancestors.append(ancestor)
      ancestor = document.flatParent(ancestor)
    }
    for ancestor in ancestors.reversed() {
      filter.push(ancestor, in: matcher)
      if styled.style(of: ancestor)?.isQueryContainer ?? false { containers.append(ancestor) }
    }
    if isPseudo, styled.style(of: node)?.isQueryContainer ?? false { containers.append(node) }
  }

  /// `starting`: with what `@starting-style` says.
  func cascadeBlocks(starting: Bool = false) -> [CascadeBlock] {
    entries.compactMap {
      if $0.isStarting, !starting { return nil }
      return CascadeBlock(block: $0.block >= 0 ? rules.block($0.block) : attached.block($0.block), level: $0.level)
    }
  }

  private mutating func add(
    _ rule: Int32, _ specificity: Specificity, _ pseudo: PseudoElement?, _ node: NodeID,
    tree: Int = 0, proximity: Int32 = .max, test: PseudoElementTest
  ) {
    // A pseudo-element asks its element too, once that has its style.
    if pseudo == nil, rules.hasContainers(rule), !containersMatch(rule, node, isPseudo: false) { return }
    let level = rules.level(rule)
    let entry = Entry(
      block: rule, level: tree == 0 ? level : level.inTree(tree), specificity: specificity, distance: proximity,
      isStarting: rules.isStarting(rule))
    if let pseudo {
      pseudos.append(PseudoEntry(pseudo: pseudo, test: test, entry: entry))
    } else {
      entries.append(entry)
    }
  }

  var animationsAreCutShort: Bool { animations.isCutShort }

  private let initialParent = ComputedStyle.initial

  /// A rule or attached block that applies.
  struct Entry {
    /// A rule's number, or, below zero, an attached block's.
    var block: Int32
    var level: CascadeLevel
    var specificity: Specificity
    /// From the scoping root; nearer ones are stronger. https://drafts.csswg.org/css-cascade-6/#cascade-proximity
    var distance = Int32.max
    var isStarting = false

    func isWeaker(than other: Entry) -> Bool {
      (level, specificity, other.distance) < (other.level, other.specificity, distance)
    }
  }

  struct PseudoEntry {
    var pseudo: PseudoElement
    var test: PseudoElementTest
    var entry: Entry
  }

  /// The style of a situation that `entries` make, computed once.
  mutating func style(
    of node: NodeID, _ pseudo: PseudoElement?, _ parent: ComputedStyle, _ parentID: StyleID,
    _ situation: StyleBuilder.Situation
  ) -> StyleID {
    defer { transformHint = nil }
    var id = styleOfEntries(of: node, pseudo, parent, parentID, situation)
    if let transform = transformHint {
      if let moved = placed.style(id, transform, &styled) {
        id = moved
      } else {
        insertTransformHint()
        id = styleOfEntries(of: node, pseudo, parent, parentID, situation)
      }
    }
    return table.map { movingStyle(of: node, pseudo, parent, situation, base: id, $0) } ?? id
  }

  /// The same without what scripts have a part in.
  mutating func styleOfEntries(
    of node: NodeID, _ pseudo: PseudoElement?, _ parent: ComputedStyle, _ parentID: StyleID,
    _ situation: StyleBuilder.Situation
  ) -> StyleID {
    // What is inherited by itself is the same wherever the parent is placed.
    let base = inheritance.representative(of: placed.base(of: parentID), in: styled.styles)
    var key = SharedStyles.Key(parent: base, situation: situation, entries: entries)
    // What inherits explicitly is shared among the children of equal parents only.
    var explicitKey =
      base == parentID ? key : SharedStyles.Key(parent: parentID, situation: situation, entries: entries)
    if document.hasShadowTrees {
      key.addTrees(of: entries)
      explicitKey.addTrees(of: entries)
    }
    let isShared = !isMovedByDrawing(node)
    if isShared {
      if let known = shared.find(key, entries), base == parentID || !styled.inheritsExplicitly(known) { return known }
      if base != parentID, let known = shared.find(explicitKey, entries) { return known }
    }
    let found =
      table == nil
      ? animatedStyle(of: node, pseudo, parent, situation)
      : plainStyle(of: node, pseudo, parent, situation, cascadeBlocks())
    let id = styled.add(found.style, inheritsExplicitly: found.inheritsExplicitly)
    if !found.takesTransformHint { placed.leaveOut(id) }
    if !found.isPersonal, isShared { shared.insert(id, found.inheritsExplicitly ? explicitKey : key, entries) }
    return id
  }

  func surroundings(of node: NodeID, _ pseudo: PseudoElement?) -> StyleBuilder.Surroundings {
    var surroundings = StyleBuilder.Surroundings()
    surroundings.element = UInt64(UInt32(bitPattern: node.rawValue)) << 8 | UInt64(pseudo.map { $0.rawValue &+ 1 } ?? 0)
    let document = document
    surroundings.attribute = { name in
      // https://drafts.csswg.org/css-values-5/#attr-notation: names are those of HTML in HTML.
      let isHTML = !document.isXML && document.namespace(node) == .html
      return document.names.find(isHTML ? name.lowercased() : name).flatMap { document.attribute(node, $0) }
    }
    let places = places
    surroundings.siblings = { places.place(of: node, in: document) }
    let askContainers = rules.substitutionRules.askContainers
    // Optimization: most documents ask no containers.
    guard askContainers || containerState != nil else { return surroundings }
    let matching = containerMatching
    if askContainers { surroundings.matchesContainers = { matching.matches($0, node, isPseudo: false) } }
    (surroundings.containerWidth, surroundings.containerHeight) = matching.sizes(of: containers[...])
    return surroundings
  }

  /// Whether the box that `node` is laid out in makes blocks of its children. All but the summary of a `details` is
  /// in a box of its own.
  private func isItem(_ node: NodeID) -> Bool {
    let parent = document.flatParent(node)
    if document.isHTML(parent, .details), !document.isHTML(node, .summary),
      let slot = styled.style(of: parent, pseudo: .detailsContent), slot.box.display != .contents
    {
      return slot.box.blockifiesChildren
    }
    return blockifiesChildren(parent)
  }

  /// Whether the children of the box that `node`'s children are laid out in become blocks.
  func blockifiesChildren(_ node: NodeID) -> Bool {
    var node = node
    while let style = styled.style(of: node) {
      guard style.box.display == .contents else { return style.box.blockifiesChildren }
      node = document.flatParent(node)
    }
    return false
  }

  /// What the element itself says of how it may be displayed.
  private func kind(of node: NodeID) -> StyleBuilder.Situation {
    if document.namespace(node) == .svg { return document.name(node) == .svg ? .picture : [] }
    guard document.namespace(node) == .html, let name = document.name(node).known else { return [] }
    switch name {
    case .br, .wbr, .embed, .object: return .replaced
    case .img, .video, .audio, .canvas, .iframe: return [.replaced, .picture]
    case .input:
      let isRadioButton = document.attribute(node, .type)?.lowercased() == "radio"
      return isRadioButton ? [.replaced, .control, .radioButton] : [.replaced, .control]
    case .textarea, .select, .meter, .progress: return [.replaced, .control]
    case .button: return .control
    case .legend: return .legend
    case .fieldset: return .fieldset
    case .marquee: return .marquee
    default: return []
    }
  }
}

extension BoxStyle {
  var blockifiesChildren: Bool {
    switch display {
    // Those of `-webkit-box` share anonymous items with the text around them.
    case .box(_, .flex, _): !isLegacyBox
    case .box(_, .grid, _): true
    case .none, .contents, .box, .part: false
    }
  }
}

extension [StyleWalk.Entry] {
  /// The weakest first. The entries come in the order of their appearance.
  mutating func sortByStrength() {
    // Optimization: there are few, and they are nearly sorted. Of many, a page may have put each in its
    // worst place.
    if count > 64 {
      self = enumerated().sorted { one, other in
        one.element.isWeaker(than: other.element)
          || one.offset < other.offset && !other.element.isWeaker(than: one.element)
      }.map(\.element)
      return
    }
    var index = 1
    while index < count {
      let entry = self[index]
      var place = index
      while place > 0, entry.isWeaker(than: self[place - 1]) {
        self[place] = self[place - 1]
        place -= 1
      }
      self[place] = entry
      index += 1
    }
  }
}
