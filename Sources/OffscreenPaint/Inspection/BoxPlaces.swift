import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry
import OffscreenLayout
import OffscreenStyle

/// A part of an element's box, or of a text.
package struct BoxPlace: Sendable {
  package var fragment: FragmentID
  /// Of its border box on the page, before transforms.
  package var offset: Point
  /// After transforms.
  package var rect: PaintRect
  /// Of a text that is transformed.
  var matrix: Matrix?
}

extension BoxPlace {
  init(fragment: FragmentID, offset: Point, rect: PaintRect) {
    self.init(fragment: fragment, offset: offset, rect: rect, matrix: nil)
  }

  /// A part of it, from its top left, after transforms.
  package func rect(of part: PaintRect) -> PaintRect {
    let placed = part.offset(x: offset.x.pixels, y: offset.y.pixels)
    return matrix?.bounds(of: placed) ?? placed
  }
}

/// Where the boxes of one element are, or the parts of one text.
package struct NodePlaces: Sendable {
  /// In the order of layout.
  package fileprivate(set) var all: [BoxPlace] = []
  /// Around all boxes of an element.
  package fileprivate(set) var bounds: PaintRect?
  package var first: BoxPlace? { all.first }
}

/// Where all boxes of elements and all texts are, by node: what scripts' questions are answered from.
package struct BoxPlaces {
  private struct Entry {
    var place: BoxPlace
    /// Of the same node.
    var next: Int32
  }
  private var entries: [Entry] = []
  private var first: [Int32]
  private var last: [Int32]
  fileprivate var bounds: [NodeID: PaintRect] = [:]
  /// The elements in drawings.
  package fileprivate(set) var drawings: VectorBoxes?

  init(nodeCount: Int) {
    first = Array(repeating: -1, count: nodeCount)
    last = first
  }

  mutating func add(_ node: NodeID, _ place: BoxPlace) {
    let index = Int(node.rawValue)
    guard first.indices.contains(index) else { return }
    let entry = Int32(clamping: entries.count)
    entries.append(Entry(place: place, next: -1))
    if first[index] < 0 { first[index] = entry } else { entries[Int(last[index])].next = entry }
    last[index] = entry
  }

  package subscript(node: NodeID) -> NodePlaces {
    var places = NodePlaces(bounds: bounds[node])
    guard first.indices.contains(Int(node.rawValue)) else { return places }
    var entry = first[Int(node.rawValue)]
    while entry >= 0 {
      places.all.append(entries[Int(entry)].place)
      entry = entries[Int(entry)].next
    }
    return places
  }
}

/// The way from each fragment of a page up to the root: for questions about few nodes, which need not look at all boxes.
package struct FragmentPaths {
  /// By fragment.
  private var parents: [FragmentID]
  /// By box, its first fragment, and by fragment the next one of the same box.
  private var first: [FragmentID]
  private var next: [FragmentID]

  /// Nil where a fragment stands in several places.
  package init?(_ tree: FragmentTree) {
    parents = Array(repeating: .none, count: tree.fragments.count)
    next = parents
    first = Array(repeating: .none, count: tree.boxes.boxes.count)
    var waiting = tree.root.isNone ? [] : [tree.root]
    while let id = waiting.popLast() {
      let box = tree[id].box
      if tree[id].kind == .box || tree[id].kind == .text, !box.isNone {
        next[Int(id.rawValue)] = first[Int(box.rawValue)]
        first[Int(box.rawValue)] = id
      }
      for link in tree.children(id) where !link.fragment.isNone {
        guard parents[Int(link.fragment.rawValue)].isNone, link.fragment != tree.root else { return nil }
        parents[Int(link.fragment.rawValue)] = id
        waiting.append(link.fragment)
      }
    }
  }

  /// The fragments that lead to those of a node, and those inside of its inline boxes, by fragment.
  fileprivate func leading(to node: NodeID, in tree: FragmentTree) -> [Bool] {
    var leads = [Bool](repeating: false, count: parents.count)
    for index in tree.boxes.boxes.indices {
      guard tree.boxes.boxes[index].node == node || tree.boxes.boxes[index].textNode == node else { continue }
      let isInline = tree.boxes.boxes[index].kind == .inline
      var fragment = first[index]
      while !fragment.isNone {
        var ancestor = fragment
        while !ancestor.isNone, !leads[Int(ancestor.rawValue)] {
          leads[Int(ancestor.rawValue)] = true
          ancestor = parents[Int(ancestor.rawValue)]
        }
        var inside = isInline ? [fragment] : []
        while let id = inside.popLast() {
          leads[Int(id.rawValue)] = true
          inside += tree.children(id).lazy.map(\.fragment).filter { !$0.isNone }
        }
        fragment = next[Int(fragment.rawValue)]
      }
    }
    return leads
  }

  /// The same as `boxPlaces` says of a node that is in no drawing. `tree`: the one that this was made of.
  package func places(
    of node: NodeID, in tree: FragmentTree, document: Document, vectors: VectorElements
  ) -> NodePlaces {
    var collector = ElementBoxCollector(tree: tree, document: document, drawings: VectorBoxes(vectors))
    collector.leading = leading(to: node, in: tree)
    collector.only = node
    collector.collect()
    return NodePlaces(all: collector.placesOfOnly, bounds: collector.rects[node])
  }
}

/// `tree` as it is scrolled.
package func boxPlaces(of tree: FragmentTree, document: Document, vectors: VectorElements) -> BoxPlaces {
  var collector = ElementBoxCollector(tree: tree, document: document, drawings: VectorBoxes(vectors))
  collector.places = BoxPlaces(nodeCount: document.nodeCount)
  collector.collect()
  var places = collector.places ?? BoxPlaces(nodeCount: 0)
  places.bounds = collector.rects
  places.drawings = collector.drawings
  return places
}
