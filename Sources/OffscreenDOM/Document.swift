/// A page's nodes, in one arena, whose accessors check bounds.
///
/// Nodes are never freed before the document is; a removed one is only unlinked. Ids are in order
/// of creation. Only the parser and scripts change a document; the stages after them read it, and
/// know by its `versions` whether what they made of it still holds.
///
/// Optimization: every record is plain memory reached through one pointer: reading neither counts
/// references nor checks exclusive access. Bytes of text and of attribute values lie in one pool.
@usableFromInline package final class Document {
  /// The fields of every node. Links are raw ids, -1 for none. Thirty-two bytes: code that walks the
  /// tree in shared memory counts on the places of the links.
  @usableFromInline struct Record: BitwiseCopyable {
    @usableFromInline var parent: Int32 = -1
    @usableFromInline var firstChild: Int32 = -1
    @usableFromInline var lastChild: Int32 = -1
    @usableFromInline var previousSibling: Int32 = -1
    @usableFromInline var nextSibling: Int32 = -1
    /// Element: local name. Document type and processing instruction: name.
    @usableFromInline var name: Atom = .none
    @usableFromInline var kind: NodeKind
    @usableFromInline var namespace: Namespace = .none
    /// Element: see `NamespaceName.number`.
    var namespaceNumber: UInt16 = 0
    /// Element: index into `elements`. Text, comment, processing instruction: index into `texts`.
    /// Document type: index into `texts` of the public identifier; the system identifier is next.
    /// Shadow root: index into `shadowTrees`.
    @usableFromInline var data: Int32 = -1

    init(kind: NodeKind) { self.kind = kind }
  }

  @usableFromInline struct ElementData: BitwiseCopyable {
    @usableFromInline var attributeStart: UInt32 = 0
    @usableFromInline var attributeCount: UInt32 = 0
    /// How far the list may grow in place, and in the highest bit whether it is shared.
    /// Optimization: one number, so that a record is 32 bytes.
    var attributeRoom: UInt32 = 0
    @usableFromInline var id: Atom = .none
    @usableFromInline var classStart: UInt32 = 0
    @usableFromInline var classCount: UInt32 = 0
    /// A template's contents, a document fragment.
    @usableFromInline var contents: Int32 = -1
    @usableFromInline var shadowRoot: Int32 = -1

    var attributeCapacity: UInt32 {
      get { attributeRoom & 0x7FFF_FFFF }
      set { attributeRoom = attributeRoom & 0x8000_0000 | newValue & 0x7FFF_FFFF }
    }
    /// Another element has the same list: it is copied before it is changed.
    var sharesAttributes: Bool {
      get { attributeRoom & 0x8000_0000 != 0 }
      set { attributeRoom = attributeCapacity | (newValue ? 0x8000_0000 : 0) }
    }
  }

  @usableFromInline struct AttributeRecord: BitwiseCopyable {
    @usableFromInline var name: Atom
    @usableFromInline var namespace: Namespace
    var namespaceNumber: UInt16 = 0
    @usableFromInline var value: ByteRange
  }

  /// A place in `bytes`.
  @usableFromInline struct ByteRange: BitwiseCopyable {
    @usableFromInline var start: UInt32 = 0
    @usableFromInline var count: UInt32 = 0
  }

  @usableFromInline struct TextData: BitwiseCopyable {
    @usableFromInline var range = ByteRange()
    /// How far the text may grow in place.
    var capacity: UInt32 = 0
  }

  @usableFromInline struct Store {
    @usableFromInline var records: Pool<Record>
    @usableFromInline var elements: Pool<ElementData>
    @usableFromInline var attributes: Pool<AttributeRecord>
    @usableFromInline var classes: Pool<Atom>
    @usableFromInline var texts: Pool<TextData>
    @usableFromInline var bytes: Pool<UInt8>
    @usableFromInline var versions = DocumentVersions()
    @usableFromInline var hasShadowTrees = false
    /// Whether there is a journal.
    /// Optimization: asked for with each attribute.
    var keepsJournal = false
  }

  /// So many nodes never move in memory.
  package static let stableNodes = 1 << 22

  /// Names of elements, attributes, classes and identifiers.
  @usableFromInline package let names: NameTable
  package var quirksMode: QuirksMode = .noQuirks
  /// Whether the document came from XML: names keep their case.
  package var isXML = false
  /// The language of the document's readers, where the answer that brought it says so.
  package var transportLanguage: String?

  @usableFromInline let store: UnsafeMutablePointer<Store>
  /// Of the controls that scripts have changed.
  var controlStates: [NodeID: ControlState] = [:]
  var topLayerCount = 0
  var lastTopLayerPlace = 0
  /// In order of creation.
  var shadowTrees: [ShadowTree] = []
  var manualAssignments = ManualAssignments()
  /// What the document's address says of the attributes of a drawing.
  @exclusivity(unchecked) var view: (root: NodeID, attributes: [Atom: String])?
  /// Of the elements of drawings that animations change.
  @exclusivity(unchecked) package internal(set) var animatedElements: [NodeID: AnimatedElement] = [:]
  /// The element that has the focus, and whether that is to be seen.
  package private(set) var focus = (element: NodeID.none, isVisible: false)
  /// What the document's address names in it.
  var targetFragment: TargetFragment?
  /// The journal of changes, from when it was started.
  var journal: MutationJournal?

  /// `expectedBytes` is how much markup is about to be parsed.
  package init(names: NameTable = NameTable(), expectedBytes: Int = 0) {
    self.names = names
    let expected = min(max(expectedBytes, 0), 1 << 28)
    store = .allocate(capacity: 1)
    store.initialize(
      to: Store(
        records: Pool(capacity: 64 + expected / 16, stableCount: Self.stableNodes),
        elements: Pool(capacity: 32 + expected / 32),
        attributes: Pool(capacity: 32 + expected / 32), classes: Pool(capacity: 32 + expected / 64),
        texts: Pool(capacity: 32 + expected / 32), bytes: Pool(capacity: 256 + expected)))
    _ = append(Record(kind: .document))
  }

  deinit {
    store.pointee.records.deallocate()
    store.pointee.elements.deallocate()
    store.pointee.attributes.deallocate()
    store.pointee.classes.deallocate()
    store.pointee.texts.deallocate()
    store.pointee.bytes.deallocate()
    store.deallocate()
  }

  package var nodeCount: Int { store.pointee.records.count }
  package var elementCount: Int { store.pointee.elements.count }

  /// Counts as a change of what `:focus` and its kin ask for.
  package func setFocus(_ element: NodeID, isVisible: Bool) {
    guard focus.element != element || focus.isVisible != isVisible else { return }
    let old = focus.element
    focus = (element, isVisible)
    for node in old == element ? [element] : [old, element] where !node.isNone { changedFocus(of: node) }
  }

  // MARK: Records

  @inlinable @inline(__always)
  func record(_ node: NodeID) -> UnsafeMutablePointer<Record> {
    let index = Int(node.rawValue)
    precondition(UInt(bitPattern: index) < UInt(bitPattern: store.pointee.records.count), "no such node")
    return store.pointee.records.base + index
  }

  @inlinable @inline(__always)
  func element(_ node: NodeID) -> UnsafeMutablePointer<ElementData>? {
    let record = record(node)
    guard record.pointee.kind == .element else { return nil }
    return store.pointee.elements.base + Int(record.pointee.data)
  }

  func append(_ record: Record) -> NodeID {
    store.pointee.records.append(record)
    return NodeID(rawValue: Int32(truncatingIfNeeded: store.pointee.records.count - 1))
  }

  // MARK: Reading

  @inlinable @inline(__always)
  package func kind(_ node: NodeID) -> NodeKind { record(node).pointee.kind }
  @inlinable @inline(__always)
  package func parent(_ node: NodeID) -> NodeID {
    NodeID(rawValue: record(node).pointee.parent)
  }
  @inlinable @inline(__always)
  package func firstChild(_ node: NodeID) -> NodeID {
    NodeID(rawValue: record(node).pointee.firstChild)
  }
  @inlinable @inline(__always)
  package func lastChild(_ node: NodeID) -> NodeID {
    NodeID(rawValue: record(node).pointee.lastChild)
  }
  @inlinable @inline(__always)
  package func nextSibling(_ node: NodeID) -> NodeID {
    NodeID(rawValue: record(node).pointee.nextSibling)
  }
  @inlinable @inline(__always)
  package func previousSibling(_ node: NodeID) -> NodeID {
    NodeID(rawValue: record(node).pointee.previousSibling)
  }
  @inlinable @inline(__always)
  package func isElement(_ node: NodeID) -> Bool { record(node).pointee.kind == .element }

  /// An element's local name; `.none` for other nodes but document types.
  @inlinable @inline(__always)
  package func name(_ node: NodeID) -> Atom { record(node).pointee.name }
  @inlinable @inline(__always)
  package func namespace(_ node: NodeID) -> Namespace { record(node).pointee.namespace }
  package func namespaceName(_ node: NodeID) -> NamespaceName {
    let record = record(node)
    return NamespaceName(record.pointee.namespace, number: record.pointee.namespaceNumber)
  }
  @inlinable @inline(__always)
  package func isHTML(_ node: NodeID, _ name: KnownName) -> Bool {
    let record = record(node)
    return record.pointee.name == name && record.pointee.namespace == .html
  }

  /// The fragment that holds a template's contents; `.none` for other elements.
  package func templateContents(_ node: NodeID) -> NodeID {
    NodeID(rawValue: element(node)?.pointee.contents ?? -1)
  }

  /// For parsers: a template that stands for a shadow root.
  package func setTemplateContents(_ contents: NodeID, of template: NodeID) {
    element(template)?.pointee.contents = contents.rawValue
  }

  /// The root element, if there is one.
  package var documentElement: NodeID {
    var node = firstChild(.document)
    while !node.isNone, kind(node) != .element { node = nextSibling(node) }
    return node
  }

  /// The next sibling that is an element, or `.none`.
  package func nextElement(_ node: NodeID) -> NodeID {
    var node = nextSibling(node)
    while !node.isNone, kind(node) != .element { node = nextSibling(node) }
    return node
  }

  /// The first child that is an element, or `.none`.
  package func firstElementChild(_ node: NodeID) -> NodeID {
    let child = firstChild(node)
    return child.isNone || kind(child) == .element ? child : nextElement(child)
  }

  /// The node after `node` in tree order that is not beyond `root`; `.none` at the end.
  @inlinable package func next(_ node: NodeID, within root: NodeID) -> NodeID {
    let child = firstChild(node)
    return child.isNone ? nextSkippingChildren(node, within: root) : child
  }

  @inlinable package func nextSkippingChildren(_ node: NodeID, within root: NodeID) -> NodeID {
    var node = node
    while node != root, !node.isNone {
      let sibling = nextSibling(node)
      if !sibling.isNone { return sibling }
      node = parent(node)
    }
    return .none
  }
}
