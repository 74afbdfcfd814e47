import OffscreenCSS
import OffscreenDOM
import OffscreenStyle

/// Boxes of formulas.
/// https://w3c.github.io/mathml-core/#presentation-markup
extension BoxTreeBuilder {
  /// Whether an element of this display is laid out as a part of a formula.
  func isMath(_ node: NodeID, _ display: Display) -> Bool {
    guard document.namespace(node) == .mathML, case .box(_, .math, _) = display else { return false }
    return true
  }

  /// A cell holds a row of a formula.
  func isMathCell(_ node: NodeID) -> Bool {
    document.namespace(node) == .mathML && document.names.spelling(of: document.name(node)) == "mtd"
  }

  /// Once all children of an element of a formula are there.
  mutating func finishMath(_ draft: Int, _ children: [Int], _ node: NodeID) {
    let name = document.names.spelling(of: document.name(node))
    switch name {
    case "mi", "mn", "mo", "mtext", "ms":
      let text = addAnonymous(.container, in: draft, .block)
      drafts[text].box.flags.insert(.formattingContextRoot)
      drafts[text].children = children
      finishFlow(text)
      var math = MathBox(kind: .token)
      math.isPlainText = name == "mtext"
      math.hasElements = !document.firstElementChild(node).isNone
      if name == "mo" { math.operation = operation(node) }
      setMath(draft, math, [text])
    case "mspace":
      setMath(draft, MathBox(kind: .space(height: length(node, "height"), depth: length(node, "depth"))), [])
    case _: finishMathRow(draft, mathItems(children, in: draft), node, name)
    }
  }

  /// Elements that arrange a fixed number of children are rows where they have another number.
  private mutating func finishMathRow(_ draft: Int, _ items: [Int], _ node: NodeID, _ name: String) {
    var items = items
    var math = MathBox(kind: .row)
    switch (name, items.count) {
    case ("mfrac", 2):
      math.kind = .fraction(thickness: length(node, "linethickness", allowsPercentages: true))
      items.append(addBar(in: draft))
    case ("mpadded", _):
      math.kind = .padded(
        MathPadding(
          height: length(node, "height"), depth: length(node, "depth"), start: length(node, "lspace"),
          raise: length(node, "voffset")))
    case ("mmultiscripts", _):
      if let (kind, scripts) = multiscripts(items) { (math.kind, items) = (kind, scripts) }
    case ("msub", 2): math.kind = .scripts(hasSub: true, hasSuper: false)
    case ("msup", 2): math.kind = .scripts(hasSub: false, hasSuper: true)
    case ("msubsup", 3): math.kind = .scripts(hasSub: true, hasSuper: true)
    case ("munder", 2), ("mover", 2), ("munderover", 3):
      math.kind = .limits(
        MathLimits(
          hasUnder: name != "mover", hasOver: name != "munder", isAccentUnder: isTrue(node, "accentunder"),
          isAccentOver: isTrue(node, "accent")))
    case ("msqrt", _):
      math.kind = .squareRoot
      let row = addAnonymous(.container, in: draft, .block)
      setMath(row, MathBox(kind: .row), items)
      items = [row, addRadical(in: draft), addBar(in: draft)]
    case ("mroot", 2):
      math.kind = .root
      items += [addRadical(in: draft), addBar(in: draft)]
    case _: break
    }
    setMath(draft, math, items)
  }

  /// The kind with the base and the scripts; nil where some script has no partner.
  /// https://w3c.github.io/mathml-core/#prescripts-and-tensor-indices-mmultiscripts
  private func multiscripts(_ items: [Int]) -> (MathBox.Kind, [Int])? {
    let groups = items.split(omittingEmptySubsequences: false) { isPrescripts($0) }
    guard groups.count <= 2, let first = groups.first, first.count % 2 == 1 else { return nil }
    let before = groups.count > 1 ? Array(groups[1]) : []
    guard before.count % 2 == 0 else { return nil }
    return (.multiscripts(after: first.count - 1, before: before.count), Array(first) + before)
  }

  private func isPrescripts(_ draft: Int) -> Bool {
    let node = drafts[draft].box.node
    return drafts[draft].box.origin == .element && document.namespace(node) == .mathML
      && document.name(node) == .mprescripts
  }

  private mutating func setMath(_ draft: Int, _ math: MathBox, _ children: [Int]) {
    drafts[draft].box.context = .math
    drafts[draft].box.flags.insert(.formattingContextRoot)
    drafts[draft].box.data = Int32(truncatingIfNeeded: tree.math.count)
    drafts[draft].children = children
    tree.math.append(math)
  }

  /// A row in an anonymous box, for what a cell holds.
  mutating func mathRow(_ children: [Int], in parent: Int) -> Int {
    let row = addAnonymous(.container, in: parent, .block)
    setMath(row, MathBox(kind: .row), mathItems(children, in: row))
    return row
  }

  /// The children that take part: text stands in tokens only; what would flow in lines gets a block.
  private mutating func mathItems(_ children: [Int], in parent: Int) -> [Int] {
    var items: [Int] = []
    for child in children where drafts[child].box.kind != .text {
      switch drafts[child].box.kind {
      case .inline, .lineBreak, .breakOpportunity, .text:
        let block = addAnonymous(.container, in: parent, .block)
        drafts[block].box.flags.insert(.formattingContextRoot)
        drafts[block].children = [child]
        finishFlow(block)
        items.append(block)
      case .container, .replaced, .tableGrid, .tableRowGroup, .tableRow, .tableCell, .tableColumnGroup, .tableColumn,
        .tableCaption:
        if drafts[child].level == .inline {
          drafts[child].level = .block
          drafts[child].box.flags.remove(.atomicInline)
          drafts[child].box.flags.insert(.formattingContextRoot)
        }
        items.append(child)
      }
    }
    return items
  }

  private mutating func addRadical(in parent: Int) -> Int {
    let token = addAnonymous(.container, in: parent, .block)
    let text = addAnonymous(.container, in: token, .block)
    drafts[text].box.flags.insert(.formattingContextRoot)
    drafts[text].children = [
      addText(Array("\u{221A}".utf8), style: drafts[text].box.style, node: drafts[text].box.node, origin: .anonymous)
    ]
    finishFlow(text)
    setMath(token, MathBox(kind: .token), [text])
    return token
  }

  /// A line in the colour of the text, whose place and size layout decides.
  private mutating func addBar(in parent: Int) -> Int {
    let bar = addAnonymous(.container, in: parent, .block)
    var values = StyleValues(copying: drafts[bar].box.style)
    values.background.color = .color(values.inherited.color)
    drafts[bar].box.style = ComputedStyle(values)
    drafts[bar].box.origin = .userAgentPart
    drafts[bar].box.flags.insert(.formattingContextRoot)
    return bar
  }

  // MARK: Attributes

  private func attribute(_ node: NodeID, _ name: String) -> String? {
    document.names.find(name).flatMap { document.attribute(node, $0) }
  }

  private func isTrue(_ node: NodeID, _ name: String) -> Bool { flag(node, name) == true }

  private func flag(_ node: NodeID, _ name: String) -> Bool? {
    switch attribute(node, name)?.lowercased() {
    case "true": true
    case "false": false
    case _: nil
    }
  }

  private func length(_ node: NodeID, _ name: String, allowsPercentages: Bool = false) -> MathLength? {
    guard let length = attribute(node, name).flatMap({ MathLength($0) }), allowsPercentages || !length.isPercentage
    else { return nil }
    return length
  }

  private func operation(_ node: NodeID) -> MathOperator {
    let isFirst = previousElement(node).isNone
    let isLast = document.nextElement(node).isNone
    let text = String(decoding: document.textContent(node), as: UTF8.self).trimmingCharacters(of: " \t\n\r\u{c}")
    // Deviation: the place is that of the operator itself, not of what it embellishes, as in Chromium.
    // https://w3c.github.io/mathml-core/#dfn-algorithm-for-determining-the-form-of-an-embellished-operator
    var result = MathOperator(
      text, said: attribute(node, "form").flatMap { MathOperator.Form(rawValue: $0.lowercased()) },
      byPlace: isFirst == isLast ? .infix : isFirst ? .prefix : .postfix)
    result.givenBefore = length(node, "lspace", allowsPercentages: true)
    result.givenAfter = length(node, "rspace", allowsPercentages: true)
    if let isStretchy = flag(node, "stretchy") { result.isStretchy = isStretchy }
    if let isSymmetric = flag(node, "symmetric") { result.isSymmetric = isSymmetric }
    if let isLarge = flag(node, "largeop") { result.isLarge = isLarge }
    if let movesLimits = flag(node, "movablelimits") { result.movesLimits = movesLimits }
    result.minSize = length(node, "minsize", allowsPercentages: true)
    result.maxSize = length(node, "maxsize", allowsPercentages: true)
    return result
  }

  private func previousElement(_ node: NodeID) -> NodeID {
    var sibling = document.previousSibling(node)
    while !sibling.isNone, !document.isElement(sibling) { sibling = document.previousSibling(sibling) }
    return sibling
  }
}

extension String {
  fileprivate func trimmingCharacters(of set: String) -> String {
    let kept = drop { set.contains($0) }
    return String(kept.reversed().drop { set.contains($0) }.reversed())
  }
}
