import OffscreenCSS
import OffscreenDOM
import OffscreenImages
import OffscreenStyle

/// The inputs of box generation.
package struct BoxTreeInput {
  package var document: Document
  package var styles: StyledDocument
  package var counterStyles: CounterStyles
  package var resources: any BoxResources
  /// Without scripts a `canvas` represents its fallback content.
  /// https://html.spec.whatwg.org/multipage/canvas.html#the-canvas-element
  package var runsScripts = true
  /// No more boxes than this are made, but for the rest of the element that is under way.
  package var boxLimit = 1_000_000
  /// The element that is laid out by itself, a block with this style, as in a page of its own; nil for the document.
  package var block: (element: NodeID, style: ComputedStyle)?
  /// What an earlier layout found of scroll containers with buttons or markers; nil where there was none.
  package var scrollParts: ScrollParts?

  package init(
    document: Document, styles: StyledDocument, counterStyles: CounterStyles, resources: any BoxResources
  ) {
    (self.document, self.styles, self.counterStyles) = (document, styles, counterStyles)
    self.resources = resources
  }
}

/// What box generation asks of its page.
package protocol BoxResources {
  /// The picture behind an address, if it has arrived and can be decoded.
  func picture(at address: String) -> PageImage?
  /// The picture that an element shows (`img`, `object`, `input type=image`, inline SVG ...).
  func image(of element: NodeID) -> ElementImage
}

package enum ElementImage {
  /// The element has no picture to show.
  case none
  /// It has one that could not be had.
  case broken
  /// `density`: picture pixels per CSS pixel.
  case image(PageImage, density: Double)
  /// It is one, in the document: of that size by its attributes, as far as they give lengths. CSS pixels.
  case drawing(width: Double?, height: Double?, ratio: Double?)
  /// It has one, but which one depends on the width that the element gets; its size does not depend on it.
  case waiting
  /// A document of its own, in a frame.
  case frame
}

/// Generates the box tree of a document.
/// https://drafts.csswg.org/css-display-3/#box-generation
///
/// Recursion is as deep as the document, whose depth the parsers limit.
package struct BoxTreeBuilder {
  let input: BoxTreeInput
  let document: Document
  var drafts: [BoxDraft] = []
  /// By draft. Optimization: apart from the drafts, because few are controls.
  var controls: [Int: ControlSize] = [:]
  var tree = BoxTree()
  var counters = CounterScopes()
  var quoteDepth = 0
  /// Bytes that style sheets have made so far, and would have made beyond the limit.
  var generatedText = 0
  var refusedText = 0
  var anonymousStyles: [AnonymousKey: ComputedStyle] = [:]
  /// Has the principal writing mode.
  var principalStyle: ComputedStyle?
  /// The last few. Optimization: the items of a list have equal markers, and lists in lists alternate.
  var markerStyles: [MarkerStyle] = []
  var nextMarkerStyle = 0
  /// Index of the decorations that reach the children being generated.
  var currentDecorations: Int32 = -1
  /// Whether the text before on the line ends within a word.
  var isInWord = false
  /// The elements of the top layer that were met, whose boxes stand beside the root element's.
  var topLayer: [NodeID] = []
  /// The one whose boxes are made.
  var topLayerElement = NodeID.none
  /// The boxes before of which some are taken over.
  var kept: KeptBoxes?
  /// The groups of markers so far, and which of them the markers of the present element go to.
  var markerGroups: [MarkerGroup] = []
  var openGroups = OpenMarkerGroups()
  /// Whether the lists that sliders have asked for are there.
  var dataLists: [DataListReference: Bool] = [:]
  /// Nil where all contents get boxes.
  var ofStart: BoxesOfStart?
  /// Bytes of texts so far.
  var textBytes = 0
  var open = OpenContainer(kind: .block, start: (0, 0))
  var leftOutFacts = RecentFacts(reach: SeenPart.reach)

  struct AnonymousKey: Hashable {
    var parent: ObjectIdentifier
    var display: Display
  }

  /// A marker's style, and what it was made of.
  struct MarkerStyle {
    let own: ComputedStyle?
    let item: ComputedStyle
    let isInside: Bool
    let style: ComputedStyle
  }

  package init(_ input: BoxTreeInput) {
    self.input = input
    document = input.document
  }

  /// `onlyStart`: contents that are likely to be farther down may have no boxes.
  package static func build(
    _ input: BoxTreeInput, viewportStyle: ComputedStyle, onlyStart: BoxesOfStart? = nil
  ) -> BoxTree {
    var builder = BoxTreeBuilder(input)
    if !input.styles.hasScrollParts, !input.document.hasShadowTrees, input.block == nil { builder.ofStart = onlyStart }
    // Optimization: about as many as there are nodes; growing copies them all.
    let room = builder.ofStart.map { 2 * $0.boxes } ?? .max
    builder.drafts.reserveCapacity(min(input.document.nodeCount, input.boxLimit, room))
    builder.principalStyle = viewportStyle
    return builder.run(viewportStyle)
  }

  /// The same tree as `build` makes, with boxes of the tree before of all elements but the `changed` ones and those
  /// around them, and the numbers that these have now, by those before; nil where too much is to be made anew.
  package static func build(
    _ input: BoxTreeInput, viewportStyle: ComputedStyle, goingOnFrom before: BoxTree, changed: Set<NodeID>
  ) -> (tree: BoxTree, numbers: [BoxID])? {
    guard let kept = KeptBoxes(before, changed: changed, for: input) else { return nil }
    var builder = BoxTreeBuilder(input)
    builder.principalStyle = viewportStyle
    builder.generatedText = before.generatedText
    builder.tree = BoxTree(goingOnFrom: before)
    builder.kept = kept
    let tree = builder.run(viewportStyle)
    guard let kept = builder.kept, kept.isAllowed(in: tree, input) else { return nil }
    return (tree, kept.numbers)
  }

  private mutating func run(_ viewportStyle: ComputedStyle) -> BoxTree {
    tree.use(input.styles)
    var rootBox = Box(kind: .container, node: .document, style: viewportStyle)
    rootBox.flags = .formattingContextRoot
    let root = add(rootBox, level: .block)
    var children: [Int] = []
    if let (element, style) = input.block {
      var box = Box(kind: .container, node: element, style: style)
      box.flags = .formattingContextRoot
      let block = add(box, level: .block)
      var contents: [Int] = []
      var child = document.firstChild(element)
      while !child.isNone {
        generate(child, into: &contents)
        child = document.nextSibling(child)
      }
      drafts[block].children = contents
      finishFlow(block)
      children.append(block)
    } else if !document.documentElement.isNone {
      generate(document.documentElement, into: &children)
      if !topLayer.isEmpty { generateTopLayer(into: &children) }
    }
    drafts[root].children = children
    finishFlow(root)
    flatten(root)
    finishTaken()
    tree.generatedText = generatedText
    if counters.asksForLeftOut { tree.leftOut?.isCountedOn = true }
    tree.draftCount += drafts.count
    if input.styles.hasFirstLines, let firstLines = input.styles.firstLines {
      var finder = FirstLines(tree: tree, styles: input.styles, firstLines: firstLines)
      finder.run()
      tree.firstLineStyles = finder.result
      for letter in finder.letters { tree.restyle(letter.box, letter.style) }
    }
    return tree
  }

  mutating func add(_ box: Box, level: BoxLevel) -> Int {
    switch box.kind {
    case .text, .inline, .breakOpportunity: break
    case .container, .lineBreak, .replaced, .tableGrid, .tableRowGroup, .tableRow, .tableCell, .tableColumnGroup,
      .tableColumn, .tableCaption:
      isInWord = false
    }
    drafts.append(BoxDraft(box: box, level: level))
    return drafts.count - 1
  }

  // MARK: Elements and texts

  mutating func generate(_ node: NodeID, into children: inout [Int]) {
    guard drafts.count < input.boxLimit else {
      tree.isCutShort = true
      return
    }
    switch document.kind(node) {
    case .text: generateText(node, into: &children)
    case .element:
      if input.styles.hasScrollParts, node != document.documentElement {
        withScrollParts(of: node, into: &children) { $0.generateElement(node, into: &$1) }
      } else {
        generateElement(node, into: &children)
      }
    case .document, .documentType, .comment, .processingInstruction, .documentFragment: break
    }
  }

  private mutating func generateText(_ node: NodeID, into children: inout [Int]) {
    guard let style = input.styles.style(of: document.flatParent(node)) else { return }
    let bytes = document.text(node)
    guard !bytes.isEmpty else { return }
    // In a slot it has the slot's style, but is its own element's text.
    let text = addText(bytes, style: style, node: document.parentElementOrHost(node))
    drafts[text].box.textNode = node
    children.append(combining(text))
  }

  mutating func addText(_ bytes: [UInt8], style: ComputedStyle, node: NodeID, origin: BoxOrigin = .element) -> Int {
    var box = Box(kind: .text, node: node, style: style)
    box.context = .inline
    box.origin = origin
    box.data = Int32(truncatingIfNeeded: tree.texts.count)
    box.decorations = currentDecorations
    textBytes += bytes.count
    tree.texts.append(transform(bytes, in: style, of: node))
    if style.text.emphasisStyle != .none { tree.hasAnnotations = true }
    return add(box, level: .inline)
  }

  private mutating func generateElement(_ node: NodeID, into children: inout [Int]) {
    guard let computed = input.styles.style(of: node) else { return }
    let style = boxStyle(of: node, computed)
    let display = style.box.display
    if case .none = display { return }
    if hasNoBox(node) { return }
    if document.isInTopLayer(node), node != topLayerElement {
      tree.hasTopLayer = true
      return topLayer.append(node)
    }
    // What is out of flow does not part words around it.
    // https://drafts.csswg.org/css-text-3/#text-transform-property
    let outerWord = isInWord
    let isInFlow =
      display == .contents
      || style.box.float == .none && style.box.position != .absolute
        && style.box.position != .fixed
    defer { if !isInFlow { isInWord = outerWord } }
    if kept != nil, let taken = takeOver(node, style) { return children.append(taken) }
    // Counters that begin in what has no box of its own go on behind it.
    if display != .contents { counters.enter(node) }
    defer { if display != .contents { counters.leave(node) } }
    // https://drafts.csswg.org/css-lists-3/#counters-without-boxes : nor does what has none of its own change any,
    // as in Chromium.
    if display != .contents { changeCounters(of: node, style) }
    if input.styles.hasScrollParts { generateScrollMarkers(of: node, style) }
    let quoteDepthOutside = quoteDepth
    let containsStyle = display != .contents && style.usedContainment.contains(.style)
    if containsStyle { counters.contain() }
    defer { if containsStyle { quoteDepth = quoteDepthOutside } }
    let outerContainer = open
    open = .other
    defer { open = outerContainer }
    if case .contents = display {
      generateChildren(of: node, style, into: &children)
      return
    }
    let outerDecorations = enterDecorations(style, display: display)
    defer { currentDecorations = outerDecorations }
    if let special = generateSpecial(node, style) {
      // A picture parts words even where nothing of it is shown.
      if document.isHTML(node, .img) { isInWord = false }
      children.append(special)
      return
    }
    if style.usedContentVisibility == .auto { tree.hasAutomaticContentVisibility = true }
    if !style.box.anchor.isInitial { tree.hasAnchors = true }
    if style.box.remembersIntrinsicWidth || style.box.remembersIntrinsicHeight { tree.remembersSizes = true }
    let draft = addBox(for: node, style, display)
    if document.isHTML(node, .button), drafts[draft].box.kind == .container { makeButton(draft) }
    open = container(draft, of: node, in: outerContainer)
    var own: [Int] = []
    let isFieldset = isFieldset(draft, node)
    if !isFieldset { generateMarker(of: node, style, into: &own) }
    generateChildren(of: node, style, into: &own)
    if isMathCell(node) { own = [mathRow(own, in: draft)] }
    drafts[draft].children = own
    if drafts[draft].box.kind == .container, isEditingHost(node), !hasContent(draft) {
      // It is a line high, to be written into.
      drafts[draft].children.append(addText(Array("\u{200B}".utf8), style: style, node: node, origin: .userAgentPart))
    }
    if isFieldset {
      finishFieldset(draft)
    } else if isMath(node, display) {
      finishMath(draft, own, node)
    } else if drafts[draft].box.kind == .inline {
      finishInline(draft)
    } else {
      finishContainer(draft)
      generateFirstLetter(of: node, in: draft)
      isInWord = false
    }
    if counters.reachesOutside { drafts[draft].box.flags.insert(.usesOuterCounters) }
    children.append(draft)
  }

  /// https://html.spec.whatwg.org/multipage/rendering.html#button-layout
  mutating func makeButton(_ draft: Int) {
    guard drafts[draft].box.kind == .container else { return }
    drafts[draft].box.flags.insert(.formControl)
    if drafts[draft].box.context == .block {
      drafts[draft].box.flags.formUnion([.centersContent, .formattingContextRoot])
    }
  }

  /// https://html.spec.whatwg.org/multipage/interaction.html#editing-host
  private func isEditingHost(_ node: NodeID) -> Bool {
    guard document.namespace(node) == .html,
      let value = document.names.find("contenteditable").flatMap({ document.attribute(node, $0) })
    else { return false }
    return ["", "true", "plaintext-only"].contains(value.lowercased())
  }

  mutating func generateChildren(of node: NodeID, _ style: ComputedStyle, into children: inout [Int]) {
    // The parts of the root element cannot be beside it.
    if input.styles.hasScrollParts, node == document.documentElement {
      withScrollParts(of: node, into: &children) { $0.generateOwnChildren(of: node, style, into: &$1) }
    } else {
      generateOwnChildren(of: node, style, into: &children)
    }
  }

  private mutating func generateOwnChildren(of node: NodeID, _ style: ComputedStyle, into children: inout [Int]) {
    generatePseudo(.before, of: node, into: &children)
    if document.isHTML(node, .details) {
      generateDetails(node, style, into: &children)
    } else if document.isHTML(node, .option) {
      generateOption(node, style, into: &children)
    } else {
      if document.isHTML(node, .optgroup) { generateOptionGroupLabel(node, style, into: &children) }
      var child = document.flatFirstChild(node)
      while !child.isNone {
        generate(child, into: &children)
        child = document.flatNextSibling(child)
        if !child.isNone, leaveOut(from: child, of: node, behind: children) { return }
      }
    }
    generatePseudo(.after, of: node, into: &children)
  }

  // MARK: Boxes

  /// An empty draft of the kind that the display value asks for.
  mutating func addBox(for node: NodeID, _ style: ComputedStyle, _ display: Display, origin: BoxOrigin = .element)
    -> Int
  {
    var box = Box(kind: .container, node: node, style: style)
    if style.hasTransform { tree.hasTransforms = true }
    if style.hasOffsetPath { tree.hasOffsetPaths = true }
    box.origin = origin
    box.decorations = currentDecorations
    var level = BoxLevel.block
    switch display {
    case .none, .contents: break
    case .box(let outside, let inside, _):
      switch (outside, inside) {
      case (.inline, .math) where isMath(node, display):
        level = .inline
        box.flags.insert(.atomicInline)
      case (.inline, .flow), (.runIn, .flow), (.inline, .ruby), (.runIn, .ruby), (.inline, .math):
        box.kind = .inline
        box.context = .inline
        level = .inline
      case (.inline, .flowRoot), (.inline, .table), (.inline, .flex), (.inline, .grid), (.runIn, .flowRoot),
        (.runIn, .table), (.runIn, .flex), (.runIn, .grid):
        level = .inline
        box.flags.insert(.atomicInline)
      case (.block, _), (.runIn, .math): break
      }
      switch inside {
      case .flow, .flowRoot, .ruby, .math: break
      case .table: box.context = .table
      case .flex: box.context = .flex
      case .grid: box.context = .grid
      }
    case .part(let part):
      level = .tablePart
      switch part {
      case .tableRowGroup, .tableHeaderGroup, .tableFooterGroup: box.kind = .tableRowGroup
      case .tableRow: box.kind = .tableRow
      case .tableCell: box.kind = .tableCell
      case .tableColumnGroup: box.kind = .tableColumnGroup
      case .tableColumn: box.kind = .tableColumn
      case .tableCaption: box.kind = .tableCaption
      case .rubyBase, .rubyText, .rubyBaseContainer, .rubyTextContainer:
        box.kind = .inline
        box.context = .inline
        level = .inline
      }
    }
    if box.kind != .inline || level != .inline {
      switch style.box.position {
      case .absolute, .fixed:
        box.flags.remove(.atomicInline)
        box.flags.insert(.outOfFlow)
        level = .outOfFlow
      case .static, .relative, .sticky:
        if style.box.float != .none {
          box.flags.remove(.atomicInline)
          box.flags.insert(.floating)
          level = .outOfFlow
        }
      }
    }
    return add(box, level: level)
  }

  /// A style for an anonymous box: what it inherits from `parent`, and the display.
  mutating func anonymousStyle(_ parent: ComputedStyle, _ display: Display) -> ComputedStyle {
    let key = AnonymousKey(parent: ObjectIdentifier(parent), display: display)
    if let known = anonymousStyles[key] { return known }
    let style = Self.makeAnonymousStyle(parent, display)
    anonymousStyles[key] = style
    return style
  }

  static func makeAnonymousStyle(_ parent: ComputedStyle, _ display: Display) -> ComputedStyle {
    var values = StyleValues(inheriting: parent)
    values.box.display = display
    values.box.specifiedDisplay = display
    return ComputedStyle(values)
  }

  mutating func addAnonymous(_ kind: BoxKind, in parent: Int, _ display: Display, level: BoxLevel = .block) -> Int {
    let outer = drafts[parent].box
    var box = Box(kind: kind, node: outer.node, style: anonymousStyle(outer.style, display))
    box.origin = .anonymous
    box.decorations = outer.decorations
    return add(box, level: level)
  }

  // MARK: Text decorations

  /// Adds an element's own decorations to those that reach its text; what is not part of the text's
  /// flow is not reached. Returns those of the outside.
  /// https://drafts.csswg.org/css-text-decor-4/#line-decoration
  mutating func enterDecorations(_ style: ComputedStyle, display: Display) -> Int32 {
    let outer = currentDecorations
    var isReached = style.box.float == .none && style.box.position != .absolute && style.box.position != .fixed
    if case .box(.inline, let inside, _) = display, inside != .flow, inside != .ruby { isReached = false }
    if !isReached { currentDecorations = -1 }
    if !style.effect.decorationLines.isEmpty {
      var all = currentDecorations >= 0 ? tree.decorations[Int(currentDecorations)] : []
      // More nested decorations than this cannot be distinguished.
      if all.count < 16 { all.append(TextDecoration(style: style)) }
      currentDecorations = Int32(truncatingIfNeeded: tree.decorations.count)
      tree.decorations.append(all)
    }
    return outer
  }

  // MARK: Sealing

  private func shapeImage(_ shape: FloatShape) -> PageImage? {
    guard case .image(var image) = shape else { return nil }
    if case .resolution(let inner, _) = image { image = inner }
    guard case .url(let address) = image else { return nil }
    return input.resources.picture(at: address)
  }

  /// Numbers the boxes in tree order and links them.
  mutating func flatten(_ root: Int) {
    tree.boxes.reserveCapacity(drafts.count + (kept?.before.boxes.count ?? 0))
    flatten(root, parent: .none, previous: .none, isLast: true)
  }

  mutating func flatten(_ draft: Int, parent: BoxID, previous: BoxID, isLast: Bool) {
    let id = nextID
    if !drafts[draft].taken.isNone {
      appendTaken(draft, parent: parent, previous: previous)
      tree.boxes[Int(id.rawValue)].nextSibling = isLast ? .none : nextID
      return
    }
    let children = drafts[draft].children
    var box = drafts[draft].box
    (box.parent, box.previousSibling) = (parent, previous)
    if box.flags.contains(.control), let control = controls[draft] { tree.controls[id] = control }
    if box.flags.contains(.floating), let picture = shapeImage(box.style.box.floatShape) {
      tree.shapeImages[id] = picture
    }
    tree.boxes.append(box)
    var lastChild = BoxID.none
    for (index, child) in children.enumerated() {
      let childID = nextID
      flatten(child, parent: id, previous: lastChild, isLast: index == children.count - 1)
      lastChild = childID
    }
    // In tree order a first child comes right after its parent, and a next sibling right behind the subtree.
    tree.boxes[Int(id.rawValue)].link(
      firstChild: children.isEmpty ? .none : BoxID(rawValue: id.rawValue + 1), lastChild: lastChild,
      nextSibling: isLast ? .none : nextID, end: nextID)
  }

  var nextID: BoxID { BoxID(rawValue: Int32(truncatingIfNeeded: tree.boxes.count)) }
}
