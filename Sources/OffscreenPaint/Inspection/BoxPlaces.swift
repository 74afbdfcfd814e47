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

/// The same as `boxPlaces` says of a node that is in no drawing. `tree` as it is scrolled.
///
/// Optimization: a question about one node does not look at all fragments.
package func nodePlaces(
  of node: NodeID, in tree: FragmentTree, document: Document, vectors: VectorElements
) -> NodePlaces {
  var collector = ElementBoxCollector(tree: tree, document: document, drawings: VectorBoxes(vectors))
  let boxes = tree.boxes.boxes
  if let box = tree.boxes.onlyBox(of: node, in: document) { collector.sought = SoughtBoxes(box) }
  if collector.sought == nil {
    // What is in an inline box has a say in where it is.
    var end: Int32 = 0
    collector.sought = SoughtBoxes(in: tree.boxes) { index in
      if boxes[index].node == node || boxes[index].textNode == node {
        if boxes[index].kind == .inline { end = max(end, boxes[index].end.rawValue) }
        return true
      }
      return index < end
    }
  }
  collector.only = node
  collector.collect()
  return NodePlaces(all: collector.placesOfOnly, bounds: collector.rects[node])
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
