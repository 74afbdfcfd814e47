import OffscreenCSS
import OffscreenDOM
import OffscreenStyle

extension Primitives {
  func addSelectors() {
    let (document, selectors) = (document, scripts.selectors)
    add("compileSelector") { call in call.realm.make(selectors.compile(try call.string(0))) }
    add("matches") { call in
      call.realm.make(selectors.matches(try call.integer(0), try call.node(1), scope: try call.optionalNode(2)))
    }
    add("query") { call in call.realm.make(selectors.first(try call.integer(0), below: try call.node(1))) }
    add("queryAll") { call in call.realm.make(selectors.all(try call.integer(0), below: try call.node(1))) }
    add("closest") { call in
      let (number, element) = (try call.integer(0), try call.node(1))
      var node = element
      while !node.isNone, document.isElement(node) {
        if selectors.matches(number, node, scope: element) { return call.realm.make(node) }
        node = document.parent(node)
      }
      return call.realm.make(-1)
    }
    add("elementByID") { call in call.realm.make(selectors.element(withID: try call.atom(1), below: try call.node(0))) }
    add("elementsByTagName") { call in
      let root = try call.node(0)
      let (name, lower) = (try call.integer(1), try call.integer(2))
      let namespaceNumber = try call.integer(3)
      let namespace = namespaceNumber < 0 ? nil : try call.namespace(3)
      let nodes = document.elements(below: root) { node in
        if let namespace, document.namespace(node) != namespace { return false }
        if name < 0 { return true }
        let wanted = document.namespace(node) == .html ? lower : name
        return Int(document.name(node).rawValue) == wanted
      }
      return call.realm.make(nodes)
    }
    add("elementsByClassName") { call in
      let root = try call.node(0)
      let names = try call.string(1).split { $0.isASCII && "\t\n\u{C}\r ".contains($0) || $0 == "\r\n" }.map {
        document.names.intern(String($0))
      }
      let ignoresCase = call.boolean(2)
      guard !names.isEmpty else { return call.realm.make([NodeID]()) }
      let lowered = ignoresCase ? names.map { document.names.spelling(of: $0).lowercased() } : []
      let nodes = document.elements(below: root) { node in
        if ignoresCase {
          let own = document.classes(node).map { document.names.spelling(of: $0).lowercased() }
          return lowered.allSatisfy { own.contains($0) }
        }
        return names.allSatisfy { document.hasClass(node, $0) }
      }
      return call.realm.make(nodes)
    }
  }
}

extension Document {
  /// The elements below a node that a test accepts, in document order.
  func elements(below root: NodeID, where accepts: (NodeID) -> Bool) -> [NodeID] {
    var found: [NodeID] = []
    var node = next(root, within: root)
    while !node.isNone {
      if isElement(node), accepts(node) { found.append(node) }
      node = next(node, within: root)
    }
    return found
  }
}

/// The selectors that scripts have asked with, by their numbers, and a matcher for the document as it is now.
final class ScriptSelectors {
  private let document: Document
  private var numbers: [String: Int] = [:]
  private var lists: [SelectorList] = []
  private var matcher: SelectorMatcher?
  private var matcherVersions: DocumentVersions?
  /// By name, in the page's document; the first in document order. For one structure and one set of attributes.
  private var ids: [Atom: NodeID] = [:]
  private var idVersions: DocumentVersions?

  private static let mostKept = 10_000

  init(_ document: Document) { self.document = document }

  /// A selector's number; -1 where it is not valid.
  func compile(_ text: String) -> Int {
    if let known = numbers[text] { return known }
    guard text.utf8.count <= 1 << 20, lists.count < Self.mostKept,
      let list = SelectorParser(SelectorContext(names: document.names)).selectorList(TokenCursor(text))
    else { return -1 }
    numbers[text] = lists.count
    lists.append(list)
    return lists.count - 1
  }

  /// What the matcher has found out holds for one version of the document.
  private var current: SelectorMatcher {
    if let matcher, matcherVersions == document.versions, !matcher.isExhausted { return matcher }
    let made = SelectorMatcher(document)
    (matcher, matcherVersions) = (made, document.versions)
    return made
  }

  func formStateChanged() { matcher = nil }

  func matches(_ number: Int, _ element: NodeID, scope: NodeID) -> Bool {
    guard lists.indices.contains(number), document.isElement(element) else { return false }
    let matcher = current
    matcher.scope = scope
    matcher.setTree(document.containingShadowRoot(element))
    return matcher.matches(lists[number], element)
  }

  func first(_ number: Int, below root: NodeID) -> NodeID {
    guard lists.indices.contains(number) else { return .none }
    let matcher = current
    matcher.scope = document.isElement(root) || document.isShadowRoot(root) ? root : .none
    matcher.setTree(document.containingShadowRoot(root))
    var node = document.next(root, within: root)
    while !node.isNone {
      if document.isElement(node), matcher.matches(lists[number], node) { return node }
      node = document.next(node, within: root)
    }
    return .none
  }

  func all(_ number: Int, below root: NodeID) -> [NodeID] {
    guard lists.indices.contains(number) else { return [] }
    let matcher = current
    matcher.scope = document.isElement(root) || document.isShadowRoot(root) ? root : .none
    matcher.setTree(document.containingShadowRoot(root))
    return document.elements(below: root) { matcher.matches(lists[number], $0) }
  }

  func element(withID name: Atom, below root: NodeID) -> NodeID {
    guard root == .document else {
      return document.elements(below: root) { document.id($0) == name }.first ?? .none
    }
    if idVersions?.structure != document.versions.structure || idVersions?.attributes != document.versions.attributes {
      ids.removeAll(keepingCapacity: true)
      var node = document.next(root, within: root)
      while !node.isNone {
        let id = document.id(node)
        if id != Atom.none, ids[id] == nil { ids[id] = node }
        node = document.next(node, within: root)
      }
      idVersions = document.versions
    }
    return ids[name] ?? .none
  }
}
