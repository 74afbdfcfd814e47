import OffscreenDOM
import OffscreenStyle

/// What changes of a document concern besides the styles of its elements.
struct ChangeScope {
  /// Style sheets, what their addresses are relative to, the viewport: all begins anew.
  private(set) var changesSheets = false
  /// Boxes are made of what changed: texts, elements, attributes that say what an element shows.
  private(set) var changesBoxes = false
  /// Drawings: elements of SVG, or what those may refer to.
  private(set) var changesDrawings = false
  /// Elements of which layout asks attributes that changed.
  private(set) var touched: Set<NodeID> = []

  private let document: Document
  /// How many nodes may still be looked at, before beginning anew is less.
  private var budget: Int

  init(_ changes: [DocumentChange], in document: Document) {
    self.document = document
    budget = 4 * document.nodeCount
    for change in changes where !changesSheets {
      switch change {
      case .inserted(let node, let parent), .removed(let node, let parent, _):
        changesBoxes = true
        addAll(in: node, below: parent)
      case .moved: break
      case .flatTree(let host):
        changesBoxes = true
        changesDrawings = true
        touched.insert(host)
      case .text(let node):
        changesBoxes = true
        let parent = document.parent(node)
        if !parent.isNone { add(parent) }
        // `xml-stylesheet`.
        if document.kind(node) == .processingInstruction { changesSheets = true }
      case .picture(let element):
        changesBoxes = true
        touched.insert(element)
      case .attribute(let element, let name, let namespace, _):
        switch AttributeUse(element, name, namespace, in: document) {
        case .selectors, .ownStyle: break
        case .ownBoxes, .elsewhere:
          changesBoxes = true
          touched.insert(element)
          if name == .id { changesDrawings = true }
        }
        add(element)
      }
    }
  }

  private mutating func addAll(in root: NodeID, below parent: NodeID) {
    if parent == .document { changesSheets = true }
    if !parent.isNone, document.isElement(parent) { add(parent) }
    var node = root
    while !node.isNone, !changesSheets {
      budget -= 1
      guard budget > 0 else { return changesSheets = true }
      switch document.kind(node) {
      case .element: add(node)
      case .processingInstruction: changesSheets = true
      case .text, .comment, .document, .documentType, .documentFragment: break
      }
      node = document.nextShadowIncluding(node, within: root)
    }
  }

  private mutating func add(_ element: NodeID) {
    switch document.namespace(element) {
    case .svg:
      changesDrawings = true
      if document.name(element) == .style { changesSheets = true }
    case .html:
      switch document.name(element).known {
      case .style, .link, .base, .meta, .head: changesSheets = true
      default: break
      }
    case .mathML, .xlink, .xml, .xmlns, .other, .none: break
    }
  }
}
