import Foundation
import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry
@testable import OffscreenLayout
@testable import OffscreenPaint
import OffscreenText
import TestSupport

/// A box with one fragment, by hand: painting is tested without layout.
final class Item {
  let kind: BoxKind
  /// From the top left of the page.
  let rect: Rect
  let style: ComputedStyle
  let flags: BoxFlags
  let children: [Item]
  /// Whose fragment this one's hangs on; the parent's without.
  let isContainedByRoot: Bool
  let border: Edges

  init(
    _ rect: (Int, Int, Int, Int), _ kind: BoxKind = .container, flags: BoxFlags = [], border: Int = 0,
    isContainedByRoot: Bool = false, style change: (inout StyleValues) -> Void = { _ in }, _ children: [Item] = []
  ) {
    self.kind = kind
    self.rect = Rect(
      x: LayoutUnit(rect.0), y: LayoutUnit(rect.1), width: LayoutUnit(rect.2), height: LayoutUnit(rect.3))
    var values = StyleValues()
    change(&values)
    style = ComputedStyle(values)
    self.flags = flags
    self.children = children
    self.isContainedByRoot = isContainedByRoot
    let width = LayoutUnit(border)
    self.border = Edges(top: width, right: width, bottom: width, left: width)
  }
}

extension Item {
  convenience init(_ rect: (Int, Int, Int, Int), _ children: [Item]) {
    self.init(rect, .container, style: { _ in }, children)
  }
}

/// A page of 100 by 100 pixels that holds the items; the first box is the root element.
struct TreeMaker {
  let document = Document()
  private(set) var tree: FragmentTree
  private var links: [[FragmentLink]] = []
  private var fragments: [Fragment] = []
  private var boxes = BoxTree()

  init(_ root: Item) {
    tree = FragmentTree(boxes: BoxTree())
    let element = document.makeElement(Atom(.html))
    document.link(element, into: .document)
    boxes.boxes.append(Box(kind: .container, node: .document, style: .initial))
    let page = Rect(x: 0, y: 0, width: 100, height: 100)
    fragments.append(Fragment(kind: .box, box: .root, size: page.size))
    links.append([])
    add(root, element, parent: .root, parentFragment: 0, parentRect: page)
    tree = FragmentTree(boxes: boxes)
    for index in fragments.indices {
      let start = Int32(tree.links.count)
      tree.links += links[index]
      fragments[index].children = start..<Int32(tree.links.count)
      // Wide, so that nothing is passed over.
      fragments[index].scrollableOverflow = Rect(x: -1000, y: -1000, width: 3000, height: 3000)
    }
    tree.fragments = fragments
    tree.root = FragmentID(rawValue: 0)
    tree.documentArea = Rect(origin: .zero, size: page.size)
  }

  private mutating func add(_ item: Item, _ node: NodeID, parent: BoxID, parentFragment: Int, parentRect: Rect) {
    let id = BoxID(rawValue: Int32(boxes.boxes.count))
    var box = Box(kind: item.kind, node: node, style: item.style)
    box.parent = parent
    box.flags = item.flags
    boxes.boxes.append(box)
    if boxes.boxes[Int(parent.rawValue)].firstChild.isNone {
      boxes.boxes[Int(parent.rawValue)].firstChild = id
    } else {
      let last = boxes.boxes[Int(parent.rawValue)].lastChild
      boxes.boxes[Int(last.rawValue)].nextSibling = id
    }
    boxes.boxes[Int(parent.rawValue)].lastChild = id
    let index = fragments.count
    var fragment = Fragment(kind: .box, box: id, size: item.rect.size)
    fragment.border = item.border
    fragments.append(fragment)
    links.append([])
    let (holder, origin) = item.isContainedByRoot ? (0, Point.zero) : (parentFragment, parentRect.origin)
    links[holder].append(
      FragmentLink(fragment: FragmentID(rawValue: Int32(index)), offset: item.rect.origin - origin))
    for child in item.children {
      let element = document.makeElement(Atom(.div))
      document.link(element, into: node)
      add(child, element, parent: id, parentFragment: index, parentRect: item.rect)
    }
  }

  /// The display list's dump.
  func dump() throws -> String { try list().dump() }

  func list() throws -> DisplayList {
    Painter.paint(
      tree,
      PaintOptions(
        document: document, fonts: try TestFonts.context(), picture: Rect(x: 0, y: 0, width: 100, height: 100)))
  }
}

enum TestFonts {
  static func context() throws -> PageFonts {
    try FontLibrary(fonts: Suites.projectRoot.appending(path: "Fonts").path).sharedFonts()
  }
}

/// Shorthands for styles.
extension StyleValues {
  mutating func color(_ hex: UInt32, _ alpha: Float = 1) { background.color = .color(Color(hex: hex, alpha: alpha)) }
  mutating func border(_ style: BorderLineStyle, _ hex: UInt32) {
    border.style = Sides(style)
    border.color = Sides(.color(Color(hex: hex)))
  }
}
