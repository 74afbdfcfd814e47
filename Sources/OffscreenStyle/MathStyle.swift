import OffscreenDOM

/// Whether formulas are set with room, as on lines of their own, or to fit into lines of text.
/// https://w3c.github.io/mathml-core/#dfn-math-style
package enum MathStyle: Sendable {
  case normal, compact

  /// Of an element of a formula.
  package init(of element: NodeID, in document: Document) {
    var node = element
    while !node.isNone, document.isElement(node), document.namespace(node) == .mathML {
      if let own = Self.attribute(node, document) {
        self = own
        return
      }
      if document.name(node) == .math {
        self =
          document.names.find("display").flatMap { document.attribute(node, $0) }?.lowercased() == "block"
          ? .normal : .compact
        return
      }
      let parent = document.parent(node)
      if !parent.isNone, document.isElement(parent), Self.compactsChild(node, of: parent, document) { break }
      node = parent
    }
    self = .compact
  }

  private static func attribute(_ node: NodeID, _ document: Document) -> MathStyle? {
    switch document.names.find("displaystyle").flatMap({ document.attribute(node, $0) })?.lowercased() {
    case "true": .normal
    case "false": .compact
    case _: nil
    }
  }

  private static func compactsChild(_ child: NodeID, of parent: NodeID, _ document: Document) -> Bool {
    switch document.names.spelling(of: document.name(parent)) {
    case "mfrac", "mtable", "mroot": true
    case "msub", "msup", "msubsup", "munder", "mover", "munderover", "mmultiscripts":
      child != document.firstElementChild(parent)
    case _: false
    }
  }
}
