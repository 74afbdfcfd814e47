import Testing

@testable import OffscreenDOM

struct DocumentTests {
  @Test func knownNamesAreTheirPlaces() {
    let names = NameTable()
    for (index, name) in KnownName.allCases.enumerated() {
      #expect(name.rawValue == Int32(index))
      #expect(KnownName(rawValue: Int32(index)) == name)
      #expect(names.find(name.spelling) == Atom(name))
      let own = [
        KnownName.annotation_xml: "annotation-xml", .http_equiv: "http-equiv", .xml_lang: "xml:lang",
      ]
      #expect(name.spelling == own[name] ?? String(describing: name))
    }
    #expect(KnownName.spellings.count == KnownName.allCases.count)
    #expect(KnownName(rawValue: Int32(KnownName.allCases.count)) == nil)
    #expect(KnownName(rawValue: -1) == nil)
    #expect(KnownName.allCases.last == .viewBox)
  }

  @Test func namesAreInterned() {
    let names = NameTable()
    let atoms = (0..<5000).map { names.intern("name\($0)") }
    for (index, atom) in atoms.enumerated() {
      #expect(names.intern("name\(index)") == atom)
      #expect(names.spelling(of: atom) == "name\(index)")
    }
    #expect(names.find("unheard") == nil)
    #expect(names.spelling(of: .none) == "")
  }

  @Test func linking() throws {
    let document = Document()
    let root = document.makeElement(Atom(.html))
    try document.insert(root, into: .document)
    let children = (0..<4).map { _ in document.makeElement(Atom(.p)) }
    try document.insert(children[1], into: root)
    try document.insert(children[3], into: root)
    try document.insert(children[0], into: root, before: children[1])
    try document.insert(children[2], into: root, before: children[3])
    var node = document.firstChild(root)
    var order: [NodeID] = []
    while !node.isNone {
      order.append(node)
      node = document.nextSibling(node)
    }
    #expect(order == children)
    document.remove(children[1])
    #expect(document.nextSibling(children[0]) == children[2])
    // Neither into itself nor into what it holds.
    try document.insert(children[0], into: children[2])
    #expect(throws: InsertionRefusal.containsParent) { try document.insert(root, into: children[0]) }
    #expect(document.parent(root) == .document)
    #expect(document.next(root, within: .document) == children[2])
    #expect(document.documentElement == root)
  }

  @Test func attributes() {
    let document = Document()
    let element = document.makeElement(
      Atom(.p),
      attributes: [
        Attribute(name: Atom(.class), value: " a  b\ta "), Attribute(name: Atom(.id), value: "x"),
      ])
    let other = document.makeElement(Atom(.p), attributes: [Attribute(name: Atom(.lang), value: "de")])
    #expect(document.classes(element).map { document.names.spelling(of: $0) } == ["a", "b", "a"])
    #expect(document.hasClass(element, document.names.intern("b")))
    #expect(!document.hasClass(other, document.names.intern("b")))
    for index in 0..<100 {
      document.setAttribute(
        element, Attribute(name: document.names.intern("n\(index)"), value: "\(index)"))
    }
    #expect(document.attributeCount(element) == 102)
    #expect(document.attribute(element, document.names.intern("n77")) == "77")
    #expect(document.attribute(other, .lang) == "de")
    document.removeAttribute(element, Atom(.id))
    #expect(document.id(element) == .none)
    #expect(document.attribute(element, .id) == nil)
    #expect(document.attributeCount(element) == 101)
    #expect(document.attribute(element, document.names.intern("n99")) == "99")
  }

  @Test func clonesShareAttributesUntilOneChanges() {
    let document = Document()
    let element = document.makeElement(Atom(.b), attributes: [Attribute(name: Atom(.size), value: "4")])
    let clone = document.cloneElement(element)
    #expect(document.haveSameAttributes(element, clone))
    document.setAttribute(element, Attribute(name: Atom(.size), value: "5"))
    #expect(document.attribute(clone, .size) == "4")
    #expect(document.attribute(element, .size) == "5")
    document.setAttribute(clone, Attribute(name: Atom(.id), value: "i"))
    #expect(document.attributeCount(element) == 1)
    #expect(document.attributeCount(clone) == 2)
  }

  @Test func textGrows() {
    let document = Document()
    let one = document.makeText(Array("one".utf8))
    let two = document.makeText(Array("two".utf8))
    for _ in 0..<200 {
      document.appendText([0x31], to: one)
      document.appendText([0x32], to: two)
    }
    #expect(document.text(one) == Array("one".utf8) + [UInt8](repeating: 0x31, count: 200))
    #expect(document.text(two) == Array("two".utf8) + [UInt8](repeating: 0x32, count: 200))
    document.setText([0x33], of: one)
    #expect(document.text(one) == [0x33])
  }

  @Test func title() throws {
    let document = Document()
    let root = document.makeElement(Atom(.html))
    try document.insert(root, into: .document)
    #expect(document.title == "")
    let title = document.makeElement(Atom(.title))
    try document.insert(title, into: root)
    try document.insert(document.makeText(Array("  A \n title ".utf8)), into: title)
    #expect(document.title == "A title")
  }
}
