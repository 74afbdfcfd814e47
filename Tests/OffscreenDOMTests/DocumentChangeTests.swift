import Testing

@testable import OffscreenDOM

/// Documents that change after they were parsed.
struct DocumentChangeTests {
  /// A chain of elements below the document; the first is its root.
  private func chain(_ count: Int, in document: Document) throws -> [NodeID] {
    var nodes: [NodeID] = []
    for _ in 0..<count {
      let node = document.makeElement(Atom(.div))
      try document.insert(node, into: nodes.last ?? .document)
      nodes.append(node)
    }
    return nodes
  }

  @Test func insertionIsRefusedWithItsReason() throws {
    let document = Document()
    let nodes = try chain(3, in: document)
    let text = document.makeText([0x61])
    let other = document.makeElement(Atom(.p))
    try document.insert(text, into: nodes[2])
    #expect(throws: InsertionRefusal.notAllowed) { try document.insert(other, into: text) }
    #expect(throws: InsertionRefusal.notAllowed) { try document.insert(.document, into: nodes[0]) }
    #expect(throws: InsertionRefusal.containsParent) { try document.insert(nodes[0], into: nodes[2]) }
    #expect(throws: InsertionRefusal.containsParent) { try document.insert(nodes[0], into: nodes[0]) }
    #expect(throws: InsertionRefusal.notAChild) { try document.insert(other, into: nodes[0], before: text) }
    // Before itself: it stays.
    try document.insert(other, into: nodes[0])
    try document.insert(nodes[1], into: nodes[0], before: nodes[1])
    #expect(document.firstChild(nodes[0]) == nodes[1] && document.nextSibling(nodes[1]) == other)
  }

  /// However deep: what goes over the nodes does not recurse.
  @Test func treesMayBeDeep() throws {
    let document = Document()
    let deep = try chain(100_000, in: document)
    let last = try #require(deep.last)
    try document.insert(document.makeText([0x61]), into: last)
    #expect(throws: InsertionRefusal.containsParent) { try document.insert(deep[0], into: last) }
    #expect(document.textContent(.document) == Array("a".utf8))
    let copy = document.clone(deep[0], deep: true)
    #expect(document.textContent(copy) == Array("a".utf8))
    document.remove(deep[1])
    #expect(document.textContent(.document) == [])
  }

  @Test func fragmentsGiveTheirChildren() throws {
    let document = Document()
    let root = try chain(1, in: document)[0]
    let end = document.makeElement(Atom(.hr))
    try document.insert(end, into: root)
    let fragment = document.makeFragment()
    let children = (0..<3).map { _ in document.makeElement(Atom(.p)) }
    for child in children { try document.insert(child, into: fragment) }
    try document.insert(fragment, into: root, before: end)
    #expect(document.children(root) == children + [end])
    #expect(document.children(fragment).isEmpty)
  }

  @Test func versionsTellWhatChanged() throws {
    let document = Document()
    let root = try chain(1, in: document)[0]
    var before = document.versions
    func changed() -> [Bool] {
      let now = document.versions
      defer { before = now }
      return [now.structure != before.structure, now.attributes != before.attributes, now.text != before.text]
    }
    let text = document.makeText([0x61])
    #expect(changed() == [false, false, false])
    try document.insert(text, into: root)
    #expect(changed() == [true, false, false])
    document.setAttribute(root, Attribute(name: Atom(.lang), value: "de"))
    #expect(changed() == [false, true, false])
    document.removeAttribute(root, Atom(.lang))
    #expect(changed() == [false, true, false])
    document.removeAttribute(root, Atom(.lang))
    #expect(changed() == [false, false, false])
    document.setText([0x62], of: text)
    #expect(changed() == [false, false, true])
    document.remove(text)
    #expect(changed() == [true, false, false])
  }

  @Test func theJournalTellsEachChange() throws {
    let document = Document()
    let root = try chain(1, in: document)[0]
    #expect(document.takeJournal() == nil)
    document.setAttribute(root, Attribute(name: Atom(.class), value: "a b"))
    document.startJournal()
    let (a, b, c) = (document.names.intern("a"), document.names.intern("b"), document.names.intern("c"))
    document.setAttribute(root, Attribute(name: Atom(.class), value: "b c"))
    document.setAttribute(root, Attribute(name: Atom(.id), value: "c"))
    document.removeAttribute(root, Atom(.class))
    let text = document.makeText([0x61])
    try document.insert(text, into: root)
    document.appendText([0x62], to: text)
    document.appendText([0x63], to: text)
    document.remove(text)
    let journal = try #require(document.takeJournal())
    #expect(journal.isComplete)
    #expect(
      journal.changes == [
        .attribute(root, name: Atom(.class), namespace: .none, names: [a, c]),
        .attribute(root, name: Atom(.id), namespace: .none, names: [c]),
        .attribute(root, name: Atom(.class), namespace: .none, names: [b, c]),
        .inserted(text, parent: root), .text(text), .removed(text, parent: root, next: .none),
      ])
    #expect(document.takeJournal()?.changes == [])
  }

  @Test func theJournalIsOfWhatIsInTheDocument() throws {
    let document = Document()
    let root = try chain(1, in: document)[0]
    document.startJournal()
    let (made, inner) = (document.makeElement(Atom(.div)), document.makeElement(Atom(.p)))
    document.setAttribute(made, Attribute(name: Atom(.class), value: "a"))
    try document.insert(inner, into: made)
    try document.insert(document.makeText([0x61]), into: inner)
    document.appendText([0x62], to: document.firstChild(inner))
    document.changedPicture(of: inner)
    #expect(document.takeJournal()?.changes == [])
    try document.insert(made, into: root)
    document.setAttribute(inner, Attribute(name: Atom(.class), value: "b"))
    let name = document.names.intern("b")
    #expect(
      document.takeJournal()?.changes == [
        .inserted(made, parent: root), .attribute(inner, name: Atom(.class), namespace: .none, names: [name]),
      ])
    // What has left it with others leaves them.
    document.remove(made)
    document.remove(inner)
    #expect(
      document.takeJournal()?.changes == [
        .removed(made, parent: root, next: .none), .removed(inner, parent: made, next: .none),
      ])
  }

  @Test func aLongJournalKnowsThatItIsCut() throws {
    let document = Document()
    let root = try chain(1, in: document)[0]
    document.startJournal()
    for _ in 0...MutationJournal.limit { try document.insert(document.makeElement(Atom(.p)), into: root) }
    let journal = try #require(document.takeJournal())
    #expect(!journal.isComplete && journal.changes.isEmpty)
    #expect(document.takeJournal()?.isComplete == true)
  }

  @Test func longListsOfClassesAreComparedWhole() throws {
    let document = Document()
    let root = try chain(1, in: document)[0]
    let many = (0..<400).map { "c\($0)" }.joined(separator: " ")
    document.setAttribute(root, Attribute(name: Atom(.class), value: many + " last"))
    document.startJournal()
    document.setAttribute(root, Attribute(name: Atom(.class), value: many))
    #expect(
      document.takeJournal()?.changes
        == [.attribute(root, name: Atom(.class), namespace: .none, names: [document.names.intern("last")])])
    // The names are bounded as the changes are.
    for _ in 0...MutationJournal.nameLimit / 800 {
      document.setAttribute(root, Attribute(name: Atom(.class), value: ""))
      document.setAttribute(root, Attribute(name: Atom(.class), value: many))
    }
    #expect(document.takeJournal()?.isComplete == false)
  }

  /// Code that walks the tree in shared memory counts on it.
  @Test func recordsStayWhereTheyAre() throws {
    #expect(MemoryLayout<Document.Record>.stride == 32)
    #expect(MemoryLayout<Document.Record>.offset(of: \.parent) == 0)
    #expect(MemoryLayout<Document.Record>.offset(of: \.firstChild) == 4)
    #expect(MemoryLayout<Document.Record>.offset(of: \.lastChild) == 8)
    #expect(MemoryLayout<Document.Record>.offset(of: \.previousSibling) == 12)
    #expect(MemoryLayout<Document.Record>.offset(of: \.nextSibling) == 16)
    let document = Document()
    #expect(document.store.pointee.records.isStable)
    let place = document.record(.document)
    for _ in 0..<200_000 { _ = document.makeFragment() }
    #expect(document.record(.document) == place)
  }

  @Test func aPoolGoesOnBeyondItsReservation() {
    var pool = Pool<Int32>(capacity: 16, stableCount: 4096)
    for number in 0..<10_000 { pool.append(Int32(number)) }
    #expect(!pool.isStable && pool.count == 10_000 && pool[0] == 0 && pool[9_999] == 9_999)
    pool.deallocate()
  }

  @Test func nodesAreImportedWithTheirNames() throws {
    let source = Document()
    let target = Document()
    _ = target.names.intern("shifts-the-numbers")
    let template = source.makeElement(Atom(.template))
    let content = source.makeElement(
      source.names.intern("x-card"), attributes: [Attribute(name: source.names.intern("data-key"), value: "ü")])
    try source.insert(source.makeText(Array("text".utf8)), into: content)
    try source.insert(content, into: source.templateContents(template))
    try source.insert(source.makeProcessingInstruction(target: source.names.intern("php"), [0x31]), into: template)
    let copy = target.importNode(template, from: source, deep: true)
    let card = target.firstChild(target.templateContents(copy))
    #expect(target.names.spelling(of: target.name(card)) == "x-card")
    #expect(target.attribute(card, target.names.intern("data-key")) == "ü")
    #expect(target.text(target.firstChild(card)) == Array("text".utf8))
    #expect(target.names.spelling(of: target.name(target.firstChild(copy))) == "php")
    #expect(target.children(target.importNode(template, from: source, deep: false)).isEmpty)
  }

  /// Compares with a model that has nothing but lists of children.
  @Test(arguments: 0..<40) func changesAtRandomKeepTheLinksWhole(seed: Int) {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % max(1, bound)
    }
    let document = Document()
    document.startJournal()
    var children: [NodeID: [NodeID]] = [.document: []]
    var parents: [NodeID: NodeID] = [:]
    var nodes: [NodeID] = [.document]
    for _ in 0..<200 {
      switch random(5) {
      case 0, 1:
        let node = random(3) == 0 ? document.makeText([0x61]) : document.makeElement(Atom(.p))
        nodes.append(node)
        children[node] = []
      case 2:
        let node = nodes[random(nodes.count)]
        document.remove(node)
        if let parent = parents.removeValue(forKey: node) { children[parent]?.removeAll { $0 == node } }
      default:
        let (node, parent) = (nodes[random(nodes.count)], nodes[random(nodes.count)])
        let among = children[parent] ?? []
        let next = among.isEmpty || random(2) == 0 ? NodeID.none : among[random(among.count)]
        guard (try? document.insert(node, into: parent, before: next)) != nil else { continue }
        if let old = parents[node] { children[old]?.removeAll { $0 == node } }
        // Before itself it stays where it was.
        var siblings = children[parent] ?? []
        let place = next == node ? among.firstIndex(of: node) : siblings.firstIndex(of: next)
        siblings.insert(node, at: place ?? siblings.count)
        children[parent] = siblings
        parents[node] = parent
      }
      for node in nodes {
        #expect(document.children(node) == children[node] ?? [])
        #expect(document.lastChild(node) == children[node]?.last ?? .none)
        #expect(document.parent(node) == parents[node] ?? .none)
      }
    }
  }
}

extension Document {
  fileprivate func children(_ parent: NodeID) -> [NodeID] {
    var result: [NodeID] = []
    var child = firstChild(parent)
    while !child.isNone {
      #expect(previousSibling(child) == result.last ?? .none)
      result.append(child)
      child = nextSibling(child)
    }
    return result
  }
}
