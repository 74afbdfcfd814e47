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

  /// The elements that have changed themselves, or of which children have.
  private var changed: [NodeID] = []
  /// Boxes of other elements may be others too.
  private(set) var changesOthers = false

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
        changed.append(document.isShadowRoot(parent) ? document.host(parent) : parent)
        addAll(in: node, below: parent)
      case .moved: break
      case .flatTree(let host):
        changesBoxes = true
        changesDrawings = true
        changesOthers = true
        touched.insert(host)
      case .text(let node):
        changesBoxes = true
        let parent = document.parent(node)
        if !parent.isNone { add(parent) }
        changed += [parent, document.flatParent(node)]
        // `xml-stylesheet`.
        if document.kind(node) == .processingInstruction { changesSheets = true }
      case .picture(let element):
        changesBoxes = true
        changed.append(element)
        touched.insert(element)
      case .focus(let element):
        // A field without it may end its text in an ellipsis.
        guard document.isHTML(element, .input) || document.isHTML(element, .textarea) else { break }
        changesBoxes = true
        changed.append(element)
        touched.insert(element)
      case .attribute(let element, let name, let namespace, _):
        let use = AttributeUse(element, name, namespace, in: document)
        switch use {
        case .selectors, .ownStyle: break
        case .ownBoxes, .link, .control, .contents, .elsewhere:
          if use == .elsewhere { changesOthers = true }
          if use == .contents { touchAll(in: element) }
          changed.append(element)
          changesBoxes = true
          touched.insert(element)
          if name == .id { changesDrawings = true }
        }
        add(element)
      }
    }
  }

  /// The elements of which boxes are to be generated anew, with all around them, `restyled` ones among them; nil where
  /// those of others are, too, or of more than `limit`.
  func elementsToBox(restyled: [NodeID], limit: Int) -> Set<NodeID>? {
    guard !changesOthers, changed.count + restyled.count <= limit else { return nil }
    var result: Set<NodeID> = []
    for element in changed + restyled {
      var ancestor = element
      while !ancestor.isNone, result.insert(ancestor).inserted { ancestor = document.flatParent(ancestor) }
    }
    return result
  }

  private mutating func addAll(in root: NodeID, below parent: NodeID) {
    if parent == .document { changesSheets = true }
    if !parent.isNone, document.isElement(parent) { add(parent) }
    var node = root
    while !node.isNone, !changesSheets {
      budget -= 1
      guard budget > 0 else { return changesSheets = true }
      switch document.kind(node) {
      case .element:
        add(node)
        changed.append(node)
      case .processingInstruction: changesSheets = true
      case .text, .comment, .document, .documentType, .documentFragment: break
      }
      node = document.nextShadowIncluding(node, within: root)
    }
  }

  /// Layout asks for the language and the direction of what is around.
  private mutating func touchAll(in root: NodeID) {
    var node = document.nextShadowIncluding(root, within: root)
    while !node.isNone, !changesSheets {
      budget -= 1
      guard budget > 0 else { return changesSheets = true }
      if document.isElement(node) {
        touched.insert(node)
        changed.append(node)
        add(node)
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
