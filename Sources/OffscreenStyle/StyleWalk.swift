import OffscreenCSS
import OffscreenDOM

/// Goes through the document once and finds each element's style.
struct StyleWalk {
  let document: Document
  let rules: CascadeRules
  let context: ValueContext
  let containerSize: ((NodeID) -> (width: Double, height: Double)?)?
  private(set) var styled: StyledDocument
  private let builder: StyleBuilder
  private var attached: AttachedBlocks
  private var filter = AncestorFilter()
  private var matches: [RuleIndex.Match] = []
  private var shared: [StyleKey: StyleID] = [:]
  /// Elements around the current one whose style is a query container.
  private var containers: [NodeID] = []

  init(
    document: Document, rules: CascadeRules, context: ValueContext, baseURL: String, hasScripting: Bool,
    containerSize: ((NodeID) -> (width: Double, height: Double)?)?
  ) {
    self.document = document
    self.rules = rules
    self.context = context
    self.containerSize = containerSize
    styled = StyledDocument(document: document)
    builder = StyleBuilder(context: context)
    builder.registered = RegisteredProperty.all(rules.author.properties)
    attached = AttachedBlocks(document: document, context: context, baseURL: baseURL)
    shared.reserveCapacity(1024)
  }

  // MARK: The tree

  mutating func run() {
    let root = document.documentElement
    guard !root.isNone else { return }
    var node = root
    while true {
      let style = computeStyle(of: node, isRoot: node == root)
      let child = style.box.display == .none ? NodeID.none : firstElement(document.firstChild(node))
      if !child.isNone {
        filter.push(node, in: rules.matcher)
        if style.box.containerType != .normal { containers.append(node) }
        node = child
        continue
      }
      while node != root {
        let sibling = firstElement(document.nextSibling(node))
        if !sibling.isNone {
          node = sibling
          break
        }
        node = document.parent(node)
        filter.pop()
        if containers.last == node { containers.removeLast() }
      }
      if node == root { break }
    }
  }

  private func firstElement(_ node: NodeID) -> NodeID {
    var node = node
    while !node.isNone, !document.isElement(node) { node = document.nextSibling(node) }
    return node
  }

  // MARK: One element

  private mutating func computeStyle(of node: NodeID, isRoot: Bool) -> ComputedStyle {
    let parentNode = document.parent(node)
    let parentID = isRoot ? StyleID.none : styled.styleID(of: parentNode)
    let parent = isRoot ? initialParent : styled.style(of: parentNode) ?? initialParent
    collectMatches(of: node)

    var entries: [Entry] = []
    var pseudos: [(pseudo: PseudoElement, entry: Entry)] = []
    func add(_ rule: Int32, _ specificity: Specificity, _ pseudo: PseudoElement?) {
      if rules.hasContainers(rule), !containersMatch(rule, node) { return }
      let entry = Entry(block: rule, level: rules.level(rule), specificity: specificity)
      if let pseudo { pseudos.append((pseudo, entry)) } else { entries.append(entry) }
    }
    for match in matches { add(match.rule, match.specificity, match.pseudoElement) }
    if !rules.scoped.isEmpty {
      for match in ScopeMatching(rules: rules).matches(of: node) {
        add(match.rule, match.specificity, match.pseudoElement)
      }
    }
    entries.sortByStrength()
    if let hint = attached.hints(of: node) {
      let place = entries.firstIndex { !$0.level.isUserAgent } ?? entries.count
      entries.insert(Entry(block: hint, level: CascadeLevel(.hint), specificity: .zero), at: place)
    }
    if let block = attached.styleAttribute(of: node) {
      entries.append(Entry(block: block, level: CascadeLevel(.attached), specificity: .zero))
    }

    var situation: StyleBuilder.Situation = isRoot ? .root : []
    if !isRoot, blockifiesChildren(parentNode) { situation.insert(.item) }
    if isReplaced(node) { situation.insert(.replaced) }
    let id = style(parent, parentID, entries, situation)
    styled.set(id, of: node)
    let style = styled.styles[Int(id.rawValue)]
    if isRoot { builder.root = style }
    computePseudoElements(of: node, style, id, pseudos)
    return style
  }

  private let initialParent = ComputedStyle.initial

  /// A rule or attached block that applies.
  struct Entry {
    /// A rule's number, or, below zero, an attached block's.
    var block: Int32
    var level: CascadeLevel
    var specificity: Specificity
  }

  /// The style of a situation, computed once.
  private mutating func style(
    _ parent: ComputedStyle, _ parentID: StyleID, _ entries: [Entry], _ situation: StyleBuilder.Situation
  ) -> StyleID {
    let key = StyleKey(parent: parentID, situation: situation, entries: entries)
    if let id = shared[key] { return id }
    let blocks = entries.map {
      CascadeBlock(block: $0.block >= 0 ? rules.block($0.block) : attached.block($0.block), level: $0.level)
    }
    let id = styled.add(builder.style(parent: parent, blocks: blocks, situation: situation))
    shared[key] = id
    return id
  }

  private mutating func collectMatches(of node: NodeID) {
    matches.removeAll(keepingCapacity: true)
    rules.index.appendMatches(of: node, using: rules.matcher, filter: filter, to: &matches)
  }

  /// Whether the children of the box that `node`'s children are laid out in become blocks.
  private func blockifiesChildren(_ node: NodeID) -> Bool {
    var node = node
    while let style = styled.style(of: node) {
      switch style.box.display {
      case .contents: node = document.parent(node)
      case .box(_, .flex, _), .box(_, .grid, _): return true
      case .none, .box, .part: return false
      }
    }
    return false
  }

  private func isReplaced(_ node: NodeID) -> Bool {
    guard document.namespace(node) == .html, let name = document.name(node).known else { return false }
    switch name {
    case .br, .wbr, .img, .video, .audio, .canvas, .iframe, .embed, .object, .input, .textarea, .select,
      .meter, .progress:
      return true
    default: return false
    }
  }

  // MARK: Container queries

  /// https://drafts.csswg.org/css-conditional-5/#container-queries
  private func containersMatch(_ rule: Int32, _ node: NodeID) -> Bool {
    rules.rule(rule).containers.allSatisfy { query in
      for container in containers.reversed() {
        guard let style = styled.style(of: container) else { continue }
        if let name = query.name, !style.box.containerNames.contains(name) { continue }
        guard let condition = query.condition else { return true }
        guard let size = containerSize?(container) else { return false }
        let media = MediaContext(width: size.width, height: size.height)
        return condition.evaluate { $0.evaluate(media) } ?? false
      }
      return false
    }
  }

  // MARK: Pseudo-elements

  private mutating func computePseudoElements(
    of node: NodeID, _ style: ComputedStyle, _ id: StyleID, _ matches: [(pseudo: PseudoElement, entry: Entry)]
  ) {
    guard style.box.display != .none else { return }
    let isListItem = if case .box(_, _, listItem: true) = style.box.display { true } else { false }
    guard !matches.isEmpty || isListItem else { return }
    for pseudo in PseudoElement.allCases {
      var entries = matches.compactMap { $0.pseudo == pseudo ? $0.entry : nil }
      if pseudo == .marker ? !isListItem : entries.isEmpty { continue }
      entries.sortByStrength()
      var situation = StyleBuilder.Situation.pseudo
      switch pseudo {
      case .before, .after, .marker, .backdrop, .detailsContent:
        if blockifiesChildren(node) { situation.insert(.item) }
      case .firstLine, .firstLetter, .placeholder, .selection, .fileSelectorButton: break
      }
      let pseudoID = self.style(style, id, entries, situation)
      if pseudo == .before || pseudo == .after {
        let box = styled.styles[Int(pseudoID.rawValue)]
        guard case .items = box.content.content, box.box.display != .none else { continue }
      }
      styled.set(pseudoID, of: node, pseudo: pseudo)
    }
  }
}

extension [StyleWalk.Entry] {
  /// The weakest first. The entries come in the order of their appearance.
  fileprivate mutating func sortByStrength() {
    // Optimization: there are few, and they are nearly sorted.
    var index = 1
    while index < count {
      let entry = self[index]
      var place = index
      while place > 0, (entry.level, entry.specificity) < (self[place - 1].level, self[place - 1].specificity) {
        self[place] = self[place - 1]
        place -= 1
      }
      self[place] = entry
      index += 1
    }
  }
}

/// Elements with the same parent style and the same declarations have the same style.
struct StyleKey: Hashable {
  private let parent: StyleID
  private let situation: StyleBuilder.Situation
  private let blocks: [Int32]
  private let digest: Int

  init(parent: StyleID, situation: StyleBuilder.Situation, entries: [StyleWalk.Entry]) {
    self.parent = parent
    self.situation = situation
    blocks = entries.map(\.block)
    var digest = UInt(bitPattern: Int(parent.rawValue)) &* 31 &+ UInt(situation.rawValue)
    for block in blocks { digest = (digest ^ UInt(bitPattern: Int(block))) &* 0x9E37_79B9_7F4A_7C15 }
    self.digest = Int(bitPattern: digest ^ (digest >> 29))
  }

  func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}
