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
  /// Around all boxes of an element.
  package fileprivate(set) var bounds: [NodeID: PaintRect] = [:]
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

  /// In the order of layout.
  package subscript(node: NodeID) -> [BoxPlace] {
    guard first.indices.contains(Int(node.rawValue)) else { return [] }
    var places: [BoxPlace] = []
    var entry = first[Int(node.rawValue)]
    while entry >= 0 {
      places.append(entries[Int(entry)].place)
      entry = entries[Int(entry)].next
    }
    return places
  }

  package func first(_ node: NodeID) -> BoxPlace? {
    guard first.indices.contains(Int(node.rawValue)), first[Int(node.rawValue)] >= 0 else { return nil }
    return entries[Int(first[Int(node.rawValue)])].place
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
