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

  /// Whether a fragment may be of one of them, or hold one's.
  package func mayBe(in id: FragmentID, of tree: FragmentTree) -> Bool {
    let box = tree.fragments[Int(id.rawValue)].box
    if box.isNone { return true }
    let end = tree.boxes.boxes[Int(box.rawValue)].end
    // The first that is not before the box.
    var (low, high) = (0, numbers.count)
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle] < box.rawValue { low = middle + 1 } else { high = middle }
    }
    return low < numbers.count && numbers[low] < end.rawValue
  }
}
