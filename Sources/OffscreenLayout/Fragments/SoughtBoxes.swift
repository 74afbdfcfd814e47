import OffscreenDOM

/// Some boxes of a page, for walks over its fragments that are to find these alone.
///
/// What a fragment holds is of boxes inside of its own one: what is out of flow stands in its containing block, which is
/// around it.
package struct SoughtBoxes {
  /// In tree order.
  private let numbers: [Int32]
  package var isEmpty: Bool { numbers.isEmpty }

  /// `isSought`: asked for the index of each box.
  package init(in tree: BoxTree, where isSought: (Int) -> Bool) {
    var numbers: [Int32] = []
    for index in tree.boxes.indices where isSought(index) { numbers.append(Int32(truncatingIfNeeded: index)) }
    self.numbers = numbers
  }

  package init(_ box: BoxID) { numbers = [box.rawValue] }

  /// Whether a fragment may be of one of them, or hold one's.
  package func mayBe(in id: FragmentID, of tree: FragmentTree) -> Bool {
    let box = tree.fragments[Int(id.rawValue)].box
    return box.isNone || hasOne(from: box.rawValue, to: tree.boxes.boxes[Int(box.rawValue)].end)
  }

  /// Whether one of them may be inside of a box.
  package func mayBe(inside box: BoxID, of tree: BoxTree) -> Bool {
    hasOne(from: box.rawValue + 1, to: tree.boxes[Int(box.rawValue)].end)
  }

  private func hasOne(from start: Int32, to end: BoxID) -> Bool {
    // The first that is not before the box.
    var (low, high) = (0, numbers.count)
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle] < start { low = middle + 1 } else { high = middle }
    }
    return low < numbers.count && numbers[low] < end.rawValue
  }
}

extension BoxTree {
  /// The box of an element, where that is a container, the only one that the element has; nil of others.
  ///
  /// What an element's box stands in is of the elements around it: all else is passed by.
  package func onlyBox(of element: NodeID, in document: Document) -> BoxID? {
    guard document.isElement(element) else { return nil }
    var around: Set<NodeID> = [.document]
    var node = document.flatParent(element)
    while !node.isNone, around.insert(node).inserted { node = document.flatParent(node) }
    var index = 0
    while index < boxes.count {
      if boxes[index].node == element, boxes[index].origin == .element {
        guard boxes[index].kind == .container,
          boxes[index].flags.isDisjoint(with: [.continuesBefore, .continuesAfter, .blockInInline])
        else { return nil }
        switch boxes[index].context {
        case .block, .inline, .flex, .grid: return BoxID(rawValue: Int32(truncatingIfNeeded: index))
        case .table, .fieldset, .ruby, .math, .replaced: return nil
        }
      }
      index = around.contains(boxes[index].node) ? index + 1 : Int(boxes[index].end.rawValue)
    }
    return nil
  }
}
