import OffscreenGeometry

/// What a layout leaves for the next one of the same document.
///
/// Results are kept with the constraint spaces that they are of. A box whose own style and content are what they were
/// has them still, if the same is true of all boxes in it; so what is made anew is the boxes that changed, and those
/// around them.
extension LayoutContext {
  /// A layout that goes on from another one, and ends that one's use. `comparison`: of its boxes with these.
  package convenience init(boxes: BoxTree, _ comparison: BoxTreeComparison, goingOnFrom before: LayoutContext) {
    self.init(boxes, before.fonts, before.document, before.viewport, roomFor: 0)
    before.moveWhatIsKept(to: self)
    goesOn = true
    takeSettledStyles(from: before, comparison.numbers)
    if let numbers = comparison.numbers { renumber(numbers) } else { makeRoom(for: boxes.boxes.count) }
    if comparison.isGrowth {
      swap(&widthsFollowingHeights, &before.widthsFollowingHeights)
      for box in comparison.refilled { forgetForGrowth(of: box) }
    } else {
      for box in boxesToForget(comparison) { forget(box) }
    }
    if !floatOutlines.isEmpty {
      let forgotten = Set(comparison.changed + comparison.refilled)
      floatOutlines = floatOutlines.filter { !forgotten.contains($0.key.box) }
    }
    if tree.links.count > 3 * boxes.boxes.count + Self.mostUnusedLinks { dropUnusedLinks() }
  }

  private static let mostUnusedLinks = 20_000

  /// A box to which others are added one by one gets a fragment each time, with links to all in it. Those of fragments
  /// that neither the tree nor a result reaches go.
  private func dropUnusedLinks() {
    // What is cut into columns, and what follows anchors, is known by its links.
    guard linkCuts.isEmpty, columnInsets.isEmpty, tree.anchored.isEmpty else { return }
    var isReached = [Bool](repeating: false, count: tree.fragments.count)
    var waiting: [FragmentID] = []
    func reach(_ id: FragmentID) {
      guard !id.isNone, !isReached[Int(id.rawValue)] else { return }
      isReached[Int(id.rawValue)] = true
      waiting.append(id)
    }
    reach(tree.root)
    for index in results.indices {
      for entry in results[index].indices { reach(results[index][entry].result.fragment) }
    }
    for known in progress.values {
      for child in known.children { reach(child.fragment) }
    }
    var links: [FragmentLink] = []
    links.reserveCapacity(tree.fragments.count)
    while let id = waiting.popLast() {
      let index = Int(id.rawValue)
      let range = tree.fragments[index].children
      let start = Int32(truncatingIfNeeded: links.count)
      for link in range {
        links.append(tree.links[Int(link)])
        reach(tree.links[Int(link)].fragment)
      }
      tree.fragments[index].children = start..<start + Int32(range.count)
    }
    for index in tree.fragments.indices where !isReached[index] { tree.fragments[index].children = 0..<0 }
    tree.links = links
  }

  /// Whether to go on from here is no use any more: most of its fragments are not part of the tree, or most of the links
  /// between them: a fragment that is made again has links to all in it.
  package var isWornOut: Bool {
    tree.fragments.count > 3 * boxes.boxes.count + 10_000 || tree.links.count > 8 * boxes.boxes.count + 100_000
  }

  private func moveWhatIsKept(to next: LayoutContext) {
    // Moved, not copied: who has an array alone may write to it.
    swap(&next.results, &results)
    swap(&next.inlineContents, &inlineContents)
    swap(&next.intrinsicSizes, &intrinsicSizes)
    swap(&next.firstLineContents, &firstLineContents)
    swap(&next.tables, &tables)
    swap(&next.collapsedBorderWidths, &collapsedBorderWidths)
    swap(&next.floatOutlines, &floatOutlines)
    swap(&next.linkCuts, &linkCuts)
    swap(&next.columnInsets, &columnInsets)
    swap(&next.progress, &progress)
    next.places = places
    let boxes = next.boxes
    swap(&next.tree, &tree)
    next.tree.boxes = boxes
    next.diagnostics = diagnostics
  }

  /// Gives what is kept the numbers that boxes have now; what is of boxes that are gone goes. `numbers`: by those before.
  ///
  /// What is kept of a box is of boxes inside of it, all of which are still there, one behind the other: whatever else
  /// it names boxes by, they have moved as far as it has. Contents of lines and records of tables are moved when they
  /// are asked for.
  private func renumber(_ numbers: [BoxID]) {
    let count = boxes.boxes.count
    // Optimization: a page that grows at its end leaves all boxes their numbers.
    if numbers.indices.allSatisfy({ Int(numbers[$0].rawValue) == $0 }) { return makeRoom(for: count) }
    progress = [:]
    func moved<Value>(_ values: [BoxID: Value]) -> [BoxID: Value] {
      var result: [BoxID: Value] = [:]
      for (box, value) in values where !numbers[Int(box.rawValue)].isNone { result[numbers[Int(box.rawValue)]] = value }
      return result
    }
    var newResults = [[KeptResult]](repeating: [], count: count)
    var newContents = [InlineContent?](repeating: nil, count: count)
    for (old, new) in numbers.enumerated() where !new.isNone {
      swap(&newResults[Int(new.rawValue)], &results[old])
      swap(&newContents[Int(new.rawValue)], &inlineContents[old])
      let distance = new.rawValue - Int32(truncatingIfNeeded: old)
      if distance != 0 { Self.move(&newResults[Int(new.rawValue)], by: distance) }
    }
    (results, inlineContents) = (newResults, newContents)
    intrinsicSizes.renumber(numbers, count: count)
    firstLineContents = moved(firstLineContents)
    tables = moved(tables)
    collapsedBorderWidths = moved(collapsedBorderWidths)
    if !floatOutlines.isEmpty {
      var outlines: [FloatOutlineKey: FloatOutline] = [:]
      for (key, outline) in floatOutlines where !numbers[Int(key.box.rawValue)].isNone {
        var key = key
        key.box = numbers[Int(key.box.rawValue)]
        outlines[key] = outline
      }
      floatOutlines = outlines
    }
    tree.renumber(numbers)
  }

  private func makeRoom(for count: Int) {
    guard results.count < count else { return }
    results.append(contentsOf: repeatElement([], count: count - results.count))
    inlineContents.append(contentsOf: repeatElement(nil, count: count - inlineContents.count))
    intrinsicSizes.makeRoom(for: count)
  }

  private static func move(_ results: inout [KeptResult], by distance: Int32) {
    // The sections of columns name the boxes that span them.
    results.removeAll { $0.space.columns != nil || $0.result.columns != nil }
    for index in results.indices where !results[index].result.outOfFlow.isEmpty {
      for candidate in results[index].result.outOfFlow.indices {
        results[index].result.outOfFlow[candidate].box.move(by: distance)
      }
    }
  }

  /// The boxes that changed, the boxes right inside of them, which may ask how they stand, and all around them.
  private func boxesToForget(_ comparison: BoxTreeComparison) -> [BoxID] {
    var isForgotten = [Bool](repeating: false, count: boxes.boxes.count)
    var result: [BoxID] = []
    func add(_ box: BoxID) -> Bool {
      guard !box.isNone, !isForgotten[Int(box.rawValue)] else { return false }
      isForgotten[Int(box.rawValue)] = true
      result.append(box)
      return true
    }
    for box in comparison.changed + comparison.refilled {
      var around = box
      while add(around) { around = boxes[around].parent }
    }
    for box in comparison.changed { eachChild(of: box) { _ = add($0) } }
    for box in comparison.refilled {
      let keepsResults = keepsResultsInside(box)
      eachChild(of: box) { if !keepsResults || !isIndependentOfSiblings($0) { _ = add($0) } }
    }
    return result
  }

  /// A box has got more children behind those that it had. How far its layout had come with those is of use still.
  private func forgetForGrowth(of box: BoxID) {
    let known = progress[box]
    if known == nil {
      let keepsResults = keepsResultsInside(box)
      eachChild(of: box) { if !keepsResults || !isIndependentOfSiblings($0) { forget($0) } }
    }
    var around = box
    while !around.isNone {
      forget(around)
      around = boxes[around].parent
    }
    progress[box] = known
  }

  private func eachChild(of box: BoxID, _ body: (BoxID) -> Void) {
    var inside = boxes[box].firstChild
    while !inside.isNone {
      body(inside)
      inside = boxes[inside].nextSibling
    }
  }

  /// Whether what is right inside of a box may be laid out without asking what is beside it: not so in tables, whose
  /// cells share borders, nor in annotations.
  private func keepsResultsInside(_ box: BoxID) -> Bool {
    guard boxes[box].kind == .container, boxes[box].flags.isDisjoint(with: [.control, .centersContent]) else {
      return false
    }
    switch boxes[box].context {
    case .block, .inline, .flex, .grid: return true
    case .table, .fieldset, .ruby, .math, .replaced: return false
    }
  }

  /// An anonymous box asks whether its first line is its parent's, too; in columns, a box asks where breaks may be; the
  /// anchors of a box may have moved.
  func isIndependentOfSiblings(_ box: BoxID) -> Bool {
    let index = Int(box.rawValue)
    guard boxes[box].origin == .element, boxes[box].kind == .container, !isPlacedByAnchors(box) else { return false }
    for entry in results[index].indices
    where results[index][entry].space.columns != nil || results[index][entry].result.columns != nil {
      return false
    }
    return true
  }

  func forget(_ box: BoxID) {
    forgetResults(of: box)
    if !progress.isEmpty { progress[box] = nil }
    inlineContents[Int(box.rawValue)] = nil
    firstLineContents[box] = nil
    if tables.removeValue(forKey: box) != nil { forgetCollapsedBorders(of: box) }
  }

  private func forgetResults(of box: BoxID) {
    results[Int(box.rawValue)] = []
    intrinsicSizes.forget(box)
  }

  /// The widths of the borders that a table's cells share, and what was found with them: in any row, they may be others.
  /// Those of tables inside stay, which may not be laid out again.
  private func forgetCollapsedBorders(of table: BoxID) {
    guard !collapsedBorderWidths.isEmpty else { return }
    let inside = table.rawValue..<boxes[table].end.rawValue
    for cell in collapsedBorderWidths.keys where inside.contains(cell.rawValue) {
      var around: [BoxID] = [cell]
      var box = boxes[cell].parent
      while box != table, boxes[box].context != .table || boxes[box].kind == .tableGrid {
        around.append(box)
        box = boxes[box].parent
      }
      guard box == table else { continue }
      collapsedBorderWidths[cell] = nil
      around.forEach(forgetResults)
    }
  }
}
