/// A page's nodes, in one arena, behind this class's bounds-checked door.
///
/// Nodes are never freed before the document is; a removed one is only unlinked. Ids are in order
/// of creation. Only the parser and scripts change a document; the stages after them read it.
package final class Document {
  /// The fields of every node. Links are raw ids, -1 for none.
  struct Record {
    var parent: Int32 = -1
    var firstChild: Int32 = -1
    var lastChild: Int32 = -1
    var previousSibling: Int32 = -1
    var nextSibling: Int32 = -1
    /// Element: local name. Document type and processing instruction: name.
    var name: Atom = .none
    var kind: NodeKind
    var namespace: Namespace = .none
    /// Element: index into `elements`. Text and comment: index into `texts`.
    var data: Int32 = -1
  }

  struct ElementData {
    var attributes: [Attribute] = []
    var id: Atom = .none
    var classes: [Atom] = []
    /// A template's contents, a document fragment.
    var contents: Int32 = -1
  }

  /// Names of elements, attributes, classes and identifiers.
  package let names: NameTable
  package var quirksMode: QuirksMode = .noQuirks
  /// Whether the document came from XML: names keep their case.
  package var isXML = false

  private var records: UnsafeMutablePointer<Record>
  private var capacity: Int
  package private(set) var nodeCount = 0
  private var elements: [ElementData] = []
  private var texts: [[UInt8]] = []

  package init(names: NameTable = NameTable()) {
    self.names = names
    capacity = 256
    records = .allocate(capacity: capacity)
    _ = append(Record(kind: .document))
  }

  deinit { records.deallocate() }

  // MARK: The door

  @inline(__always)
  private func record(_ node: NodeID) -> UnsafeMutablePointer<Record> {
    precondition(UInt32(bitPattern: node.rawValue) < UInt32(truncatingIfNeeded: nodeCount), "no such node")
    return records + Int(node.rawValue)
  }

  private func append(_ record: Record) -> NodeID {
    if nodeCount == capacity {
      let grown = UnsafeMutablePointer<Record>.allocate(capacity: capacity * 2)
      grown.moveInitialize(from: records, count: nodeCount)
      records.deallocate()
      records = grown
      capacity *= 2
    }
    (records + nodeCount).initialize(to: record)
    nodeCount += 1
    return NodeID(rawValue: Int32(truncatingIfNeeded: nodeCount - 1))
  }

  // MARK: Reading

  package func kind(_ node: NodeID) -> NodeKind { record(node).pointee.kind }
  package func parent(_ node: NodeID) -> NodeID { NodeID(rawValue: record(node).pointee.parent) }
  package func firstChild(_ node: NodeID) -> NodeID { NodeID(rawValue: record(node).pointee.firstChild) }
  package func lastChild(_ node: NodeID) -> NodeID { NodeID(rawValue: record(node).pointee.lastChild) }
  package func nextSibling(_ node: NodeID) -> NodeID { NodeID(rawValue: record(node).pointee.nextSibling) }
  package func previousSibling(_ node: NodeID) -> NodeID {
    NodeID(rawValue: record(node).pointee.previousSibling)
  }
  package func isElement(_ node: NodeID) -> Bool { record(node).pointee.kind == .element }

  /// An element's local name; `.none` for other nodes but document types.
  package func name(_ node: NodeID) -> Atom { record(node).pointee.name }
  package func namespace(_ node: NodeID) -> Namespace { record(node).pointee.namespace }
  package func isHTML(_ node: NodeID, _ name: KnownName) -> Bool {
    let record = record(node)
    return record.pointee.name == name && record.pointee.namespace == .html
  }

  /// The UTF-8 data of a text, comment or processing instruction; empty for others.
  package func text(_ node: NodeID) -> [UInt8] {
    let record = record(node)
    guard record.pointee.kind == .text || record.pointee.kind == .comment
      || record.pointee.kind == .processingInstruction
    else { return [] }
    return texts[Int(record.pointee.data)]
  }

  package func attributes(_ element: NodeID) -> [Attribute] { elementData(element)?.attributes ?? [] }
  package func id(_ element: NodeID) -> Atom { elementData(element)?.id ?? .none }
  package func classes(_ element: NodeID) -> [Atom] { elementData(element)?.classes ?? [] }

  /// The value of an attribute without namespace, or nil where the element has none of the name.
  package func attribute(_ element: NodeID, _ name: Atom) -> String? {
    let record = record(element)
    guard record.pointee.kind == .element else { return nil }
    let index = Int(record.pointee.data)
    for attribute in elements[index].attributes
    where attribute.name == name && attribute.namespace == .none {
      return attribute.value
    }
    return nil
  }
  package func attribute(_ element: NodeID, _ name: KnownName) -> String? {
    attribute(element, Atom(name))
  }

  private func elementData(_ node: NodeID) -> ElementData? {
    let record = record(node)
    return record.pointee.kind == .element ? elements[Int(record.pointee.data)] : nil
  }

  /// The fragment that holds a template's contents; `.none` for other elements.
  package func templateContents(_ element: NodeID) -> NodeID {
    NodeID(rawValue: elementData(element)?.contents ?? -1)
  }

  /// The root element, if there is one.
  package var documentElement: NodeID {
    var node = firstChild(.document)
    while !node.isNone, kind(node) != .element { node = nextSibling(node) }
    return node
  }

  /// The node after `node` in tree order that is not beyond `root`; `.none` at the end.
  package func next(_ node: NodeID, within root: NodeID) -> NodeID {
    let child = firstChild(node)
    return child.isNone ? nextSkippingChildren(node, within: root) : child
  }

  package func nextSkippingChildren(_ node: NodeID, within root: NodeID) -> NodeID {
    var node = node
    while node != root, !node.isNone {
      let sibling = nextSibling(node)
      if !sibling.isNone { return sibling }
      node = parent(node)
    }
    return .none
  }

  // MARK: Making

  package func makeElement(
    _ name: Atom, namespace: Namespace = .html, attributes: [Attribute] = []
  ) -> NodeID {
    var record = Record(kind: .element)
    record.name = name
    record.namespace = namespace
    record.data = Int32(truncatingIfNeeded: elements.count)
    var data = ElementData()
    data.attributes = attributes
    for attribute in attributes { note(attribute, in: &data) }
    elements.append(data)
    let element = append(record)
    if namespace == .html, name == .template {
      elements[Int(record.data)].contents = append(Record(kind: .documentFragment)).rawValue
    }
    return element
  }

  package func makeText(_ bytes: [UInt8]) -> NodeID { makeCharacterData(.text, bytes) }
  package func makeComment(_ bytes: [UInt8]) -> NodeID { makeCharacterData(.comment, bytes) }
  package func makeFragment() -> NodeID { append(Record(kind: .documentFragment)) }

  package func makeProcessingInstruction(target: Atom, _ bytes: [UInt8]) -> NodeID {
    let node = makeCharacterData(.processingInstruction, bytes)
    record(node).pointee.name = target
    return node
  }

  private func makeCharacterData(_ kind: NodeKind, _ bytes: [UInt8]) -> NodeID {
    var record = Record(kind: kind)
    record.data = Int32(truncatingIfNeeded: texts.count)
    texts.append(bytes)
    return append(record)
  }

  /// `publicID` and `systemID` are kept as attributes of these names.
  package func makeDocumentType(name: Atom) -> NodeID {
    var record = Record(kind: .documentType)
    record.name = name
    return append(record)
  }

  // MARK: Changing

  package func appendText(_ bytes: some Sequence<UInt8>, to node: NodeID) {
    let record = record(node)
    guard record.pointee.data >= 0, record.pointee.kind != .element else { return }
    texts[Int(record.pointee.data)].append(contentsOf: bytes)
  }

  package func setAttribute(_ element: NodeID, _ attribute: Attribute) {
    let record = record(element)
    guard record.pointee.kind == .element else { return }
    let index = Int(record.pointee.data)
    if let place = elements[index].attributes.firstIndex(where: {
      $0.name == attribute.name && $0.namespace == attribute.namespace
    }) {
      elements[index].attributes[place].value = attribute.value
    } else {
      elements[index].attributes.append(attribute)
    }
    note(attribute, in: &elements[index])
  }

  package func removeAttribute(_ element: NodeID, _ name: Atom) {
    let record = record(element)
    guard record.pointee.kind == .element else { return }
    let index = Int(record.pointee.data)
    elements[index].attributes.removeAll { $0.name == name && $0.namespace == .none }
    if name == .id { elements[index].id = .none }
    if name == .class { elements[index].classes = [] }
  }

  /// Keeps what selectors ask for most.
  private func note(_ attribute: Attribute, in data: inout ElementData) {
    guard attribute.namespace == .none else { return }
    if attribute.name == .id {
      data.id = attribute.value.isEmpty ? .none : names.intern(attribute.value)
    } else if attribute.name == .class {
      data.classes = attribute.value.utf8
        .split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0C || $0 == 0x0D }
        .map { names.intern(String(Substring($0))) }
    }
  }

  /// Puts `node` (unlinked first) before `next` among `parent`'s children; at the end without one.
  /// A node is not put into itself or what it contains.
  package func insert(_ node: NodeID, into parent: NodeID, before next: NodeID = .none) {
    guard node != next else { return }
    if !firstChild(node).isNone {
      var ancestor = parent
      while !ancestor.isNone {
        if ancestor == node { return }
        ancestor = self.parent(ancestor)
      }
    }
    remove(node)
    let previous = next.isNone ? lastChild(parent) : previousSibling(next)
    record(node).pointee.parent = parent.rawValue
    record(node).pointee.previousSibling = previous.rawValue
    record(node).pointee.nextSibling = next.rawValue
    if previous.isNone {
      record(parent).pointee.firstChild = node.rawValue
    } else {
      record(previous).pointee.nextSibling = node.rawValue
    }
    if next.isNone {
      record(parent).pointee.lastChild = node.rawValue
    } else {
      record(next).pointee.previousSibling = node.rawValue
    }
  }

  /// Takes `node` with what it contains out of its parent.
  package func remove(_ node: NodeID) {
    let parent = parent(node)
    guard !parent.isNone else { return }
    let previous = previousSibling(node)
    let next = nextSibling(node)
    if previous.isNone {
      record(parent).pointee.firstChild = next.rawValue
    } else {
      record(previous).pointee.nextSibling = next.rawValue
    }
    if next.isNone {
      record(parent).pointee.lastChild = previous.rawValue
    } else {
      record(next).pointee.previousSibling = previous.rawValue
    }
    record(node).pointee.parent = -1
    record(node).pointee.previousSibling = -1
    record(node).pointee.nextSibling = -1
  }

  /// Moves all children of `source` to the end of `target`'s.
  package func moveChildren(of source: NodeID, to target: NodeID) {
    var child = firstChild(source)
    while !child.isNone {
      let next = nextSibling(child)
      insert(child, into: target)
      child = next
    }
  }
}
