import OffscreenCSS
import OffscreenDOM

/// What of an earlier box tree is still so in a later one of the same document.
package struct BoxTreeComparison {
  /// The boxes that layout may find otherwise than before.
  package fileprivate(set) var changed: [BoxID] = []
  /// So many boxes, from the root on, are the same in both trees. Behind them numbers mean other boxes.
  package fileprivate(set) var commonCount = 0

  fileprivate init() {}

  /// Of a tree with the same boxes.
  init(sameAs tree: BoxTree) { commonCount = tree.boxes.count }

  mutating func add(_ box: BoxID) { changed.append(box) }
}

extension BoxTree {
  /// Compares with the tree before; nil where too little is the same.
  ///
  /// `touched`: elements of which layout itself may ask attributes that have changed.
  package func comparison(with before: BoxTree, touched: Set<NodeID>) -> BoxTreeComparison? {
    guard hasAnnotations == before.hasAnnotations, isCutShort == before.isCutShort,
      isTextCutShort == before.isTextCutShort
    else { return nil }
    // Optimization: boxes are large, and copies of them count references; so they are compared where they are.
    var result = BoxTreeComparison()
    while result.commonCount < min(boxes.count, before.boxes.count), hasSameBox(as: before, result.commonCount) {
      result.commonCount += 1
    }
    let hasOthers = result.commonCount < max(boxes.count, before.boxes.count)
    if hasOthers, result.commonCount < Self.leastCommonCount { return nil }
    var styles = StyleComparison()
    for index in 0..<result.commonCount {
      let id = BoxID(rawValue: Int32(truncatingIfNeeded: index))
      let isTouched = !touched.isEmpty && touched.contains(boxes[index].node)
      // What contains other boxes than before is another box.
      if isTouched || boxes[index].end != before.boxes[index].end || Int(boxes[index].end.rawValue) > result.commonCount
        || !hasSameContent(as: before, id, index)
        || styles.changesLayout(of: boxes[index].kind, before.boxes[index].style, boxes[index].style)
        || styles.changesLayout(of: .inline, before.firstLineStyles[id], firstLineStyles[id])
      {
        result.changed.append(id)
      }
    }
    return result
  }

  /// With fewer, to begin anew costs as much.
  private static let leastCommonCount = 8

  /// Whether a box is of the same kind and in the same place of the tree.
  private func hasSameBox(as before: BoxTree, _ index: Int) -> Bool {
    boxes[index].kind == before.boxes[index].kind && boxes[index].context == before.boxes[index].context
      && boxes[index].origin == before.boxes[index].origin && boxes[index].node == before.boxes[index].node
      && boxes[index].parent == before.boxes[index].parent && boxes[index].flags == before.boxes[index].flags
  }

  /// Whether what the box holds, apart from other boxes, takes the same room.
  private func hasSameContent(as before: BoxTree, _ id: BoxID, _ index: Int) -> Bool {
    let (data, other) = (Int(boxes[index].data), Int(before.boxes[index].data))
    switch boxes[index].kind {
    case .text where texts.indices.contains(data) && before.texts.indices.contains(other):
      if texts[data] != before.texts[other] { return false }
    case .replaced where replaced.indices.contains(data) && before.replaced.indices.contains(other):
      if !replaced[data].takesSameRoom(as: before.replaced[other]) { return false }
    default: if data != other { return false }
    }
    if boxes[index].context == .math, !math.indices.contains(data) || !before.math.indices.contains(other) {
      return false
    }
    if boxes[index].context == .math, math[data] != before.math[other] { return false }
    if boxes[index].flags.contains(.control), controls[id] != before.controls[id] { return false }
    return shapeImages.isEmpty && before.shapeImages.isEmpty || shapeImages[id] === before.shapeImages[id]
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
