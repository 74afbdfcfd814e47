import OffscreenCSS
import OffscreenDOM

/// What of an earlier box tree is still so in a later one of the same document.
package struct BoxTreeComparison {
  /// The boxes that layout may find otherwise than before, by their numbers in the later tree.
  package fileprivate(set) var changed: [BoxID] = []
  /// The boxes of which nothing is otherwise than before but which boxes are in them.
  fileprivate(set) var refilled: [BoxID] = []
  /// By the number of a box before, the one that it has now; nil where all boxes have the numbers that they had.
  fileprivate(set) var numbers: [BoxID]?
  /// Whether all that there was is as it was, but that the one box of `refilled` has got more children behind those that
  /// it had.
  private(set) var isGrowth = false

  fileprivate init() {}

  /// Of a tree that has got boxes at its end, children of `box`.
  package init(growthOf box: BoxID) {
    refilled = [box]
    isGrowth = true
  }

  /// Of a tree with the same boxes.
  init(sameAs tree: BoxTree) {}

  mutating func add(_ box: BoxID) { changed.append(box) }

  /// Whether layout finds all as it was.
  package var isSame: Bool { changed.isEmpty && refilled.isEmpty && numbers == nil }
}

extension BoxTree {
  /// Compares with the tree before; nil where too little is the same.
  ///
  /// `touched`: elements of which layout itself may ask attributes that have changed. `taken`: the boxes that were taken
  /// over from that tree with all in them, by their numbers there.
  package func comparison(with before: BoxTree, touched: Set<NodeID>, taken: [BoxID] = []) -> BoxTreeComparison? {
    guard hasAnnotations == before.hasAnnotations, isCutShort == before.isCutShort,
      isTextCutShort == before.isTextCutShort
    else { return nil }
    var matching = BoxTreeMatching(before: before, after: self, touched: touched, taken: taken)
    return matching.run()
  }
}

/// Finds the boxes of one tree in another one, from the root on: below a box that is found, its children in their
/// order, of which some may have come, and some gone.
private struct BoxTreeMatching {
  let before: BoxTree
  let after: BoxTree
  let touched: Set<NodeID>
  let taken: [BoxID]
  private var result = BoxTreeComparison()
  private var numbers: [BoxID]
  private var found = 0
  private var styles = StyleComparison()

  /// With fewer, to begin anew costs as much.
  private static let leastFound = 8

  init(before: BoxTree, after: BoxTree, touched: Set<NodeID>, taken: [BoxID]) {
    (self.before, self.after, self.touched, self.taken) = (before, after, touched, taken)
    numbers = Array(repeating: .none, count: before.boxes.count)
  }

  mutating func run() -> BoxTreeComparison? {
    guard !before.boxes.isEmpty, !after.boxes.isEmpty, isSameBox(.root, .root) else { return nil }
    match(.root, .root)
    guard found != before.boxes.count || found != after.boxes.count else { return result }
    guard found >= Self.leastFound else { return nil }
    result.numbers = numbers
    return result
  }

  /// Recursion is as deep as the box tree.
  private mutating func match(_ old: BoxID, _ new: BoxID) {
    if !taken.isEmpty, taken[Int(old.rawValue)] == new {
      for index in old.rawValue..<before[old].end.rawValue { numbers[Int(index)] = taken[Int(index)] }
      found += Int(before[old].end.rawValue - old.rawValue)
      return
    }
    numbers[Int(old.rawValue)] = new
    found += 1
    let hasSameChildren = matchChildren(of: old, new)
    if !touched.isEmpty && touched.contains(after[new].node)
      || !after.hasSameContent(new, as: before, old)
      || styles.changesLayout(of: before[old].kind, before[old].style, after[new].style)
      || styles.changesLayout(of: .inline, before.firstLineStyles[old], after.firstLineStyles[new])
    {
      result.add(new)
    } else if !hasSameChildren {
      result.refilled.append(new)
    }
  }

  /// Whether there are the same as before.
  private mutating func matchChildren(of old: BoxID, _ new: BoxID) -> Bool {
    // 1. From the first one on.
    var (first, newFirst) = (before[old].firstChild, after[new].firstChild)
    while !first.isNone, !newFirst.isNone, isSameBox(first, newFirst) {
      match(first, newFirst)
      (first, newFirst) = (before[first].nextSibling, after[newFirst].nextSibling)
    }
    if first.isNone && newFirst.isNone { return true }
    guard !first.isNone, !newFirst.isNone else { return false }
    // 2. From the last one back.
    var tail: [(old: BoxID, new: BoxID)] = []
    var (last, newLast) = (before[old].lastChild, after[new].lastChild)
    while last >= first, newLast >= newFirst, isSameBox(last, newLast) {
      tail.append((last, newLast))
      (last, newLast) = (before[last].previousSibling, after[newLast].previousSibling)
    }
    // 3. Between them, in the order of both.
    var places: [NodeID: BoxID] = [:]
    var child = last
    while last >= first, newLast >= newFirst, child >= first {
      places[before[child].node] = child
      child = before[child].previousSibling
    }
    child = newFirst
    while newLast >= newFirst, !places.isEmpty, !child.isNone, child <= newLast {
      if let known = places[after[child].node], known >= first, isSameBox(known, child) {
        match(known, child)
        first = before[known].nextSibling
        if first.isNone || first > last { break }
      }
      child = after[child].nextSibling
    }
    for pair in tail.reversed() { match(pair.old, pair.new) }
    return false
  }

  /// Whether a box is of the same kind.
  private func isSameBox(_ old: BoxID, _ new: BoxID) -> Bool {
    let (old, new) = (Int(old.rawValue), Int(new.rawValue))
    return before.boxes[old].kind == after.boxes[new].kind && before.boxes[old].context == after.boxes[new].context
      && before.boxes[old].origin == after.boxes[new].origin && before.boxes[old].node == after.boxes[new].node
      && before.boxes[old].flags == after.boxes[new].flags
  }
}

extension BoxTree {
  /// Whether what a box holds, apart from other boxes, takes the same room as that of a box before.
  ///
  /// Optimization: boxes are large, and copies of them count references; so they are compared where they are.
  fileprivate func hasSameContent(_ id: BoxID, as before: BoxTree, _ old: BoxID) -> Bool {
    let (index, oldIndex) = (Int(id.rawValue), Int(old.rawValue))
    let (data, other) = (Int(boxes[index].data), Int(before.boxes[oldIndex].data))
    switch boxes[index].kind {
    case .text where texts.indices.contains(data) && before.texts.indices.contains(other):
      if texts[data] != before.texts[other] { return false }
    case .replaced where replaced.indices.contains(data) && before.replaced.indices.contains(other):
      if !replaced[data].takesSameRoom(as: before.replaced[other]) { return false }
    case _ where boxes[index].context == .math:
      guard math.indices.contains(data), before.math.indices.contains(other), math[data] == before.math[other] else {
        return false
      }
    default: if data != other { return false }
    }
    if boxes[index].flags.contains(.control), controls[id] != before.controls[old] { return false }
    return shapeImages.isEmpty && before.shapeImages.isEmpty || shapeImages[id] === before.shapeImages[old]
  }
}

extension ReplacedContent {
  fileprivate func takesSameRoom(as other: ReplacedContent) -> Bool {
    naturalWidth == other.naturalWidth && naturalHeight == other.naturalHeight && naturalRatio == other.naturalRatio
      && isStandIn == other.isStandIn
  }
}

/// Compares styles, each two once.
struct StyleComparison {
  private struct Pair: Hashable {
    var before: ObjectIdentifier
    var after: ObjectIdentifier
  }
  private var known: [Pair: ChangeEffect] = [:]

  mutating func changesLayout(of kind: BoxKind, _ before: ComputedStyle?, _ after: ComputedStyle?) -> Bool {
    if before === after { return false }
    guard let before, let after else { return true }
    let pair = Pair(before: ObjectIdentifier(before), after: ObjectIdentifier(after))
    let effect = known[pair] ?? before.effect(ofChangeTo: after)
    known[pair] = effect
    switch effect {
    case .nothing, .style: return false
    case .layout, .boxes: return true
    case .paint:
      // What is painted decides which fragments inline boxes and columns of tables have, and whose borders cells that
      // share them show; outlines of shapes are cut out of pictures.
      switch kind {
      case .inline, .tableColumnGroup, .tableColumn: return true
      case .tableGrid, .tableRowGroup, .tableRow, .tableCell: return before.border != after.border
      case .container, .text, .lineBreak, .breakOpportunity, .replaced, .tableCaption:
        return after.box.floatShape != .none
      }
    }
  }
}
