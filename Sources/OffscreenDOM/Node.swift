/// A node of a document's arena.
package struct NodeID: Hashable, Sendable, BitwiseCopyable {
  package let rawValue: Int32
  @inlinable package init(rawValue: Int32) { self.rawValue = rawValue }

  /// No node.
  @inlinable package static var none: NodeID { NodeID(rawValue: -1) }
  /// The document node of every document.
  @inlinable package static var document: NodeID { NodeID(rawValue: 0) }

  @inlinable package var isNone: Bool { rawValue < 0 }
}

/// https://dom.spec.whatwg.org/#interface-node
package enum NodeKind: UInt8, Sendable, BitwiseCopyable {
  case document, documentType, element, text, comment, processingInstruction
  /// Also a template's contents.
  case documentFragment
}

package enum Namespace: UInt8, Sendable, BitwiseCopyable {
  case html, svg, mathML, xlink, xml, xmlns
  /// A namespace that the renderer knows nothing of.
  case other
  case none
}

package struct Attribute: Sendable {
  /// The local name, with its prefix where the parser keeps it (`xlink:href` is `href` in `.xlink`).
  package var name: Atom
  package var namespace: Namespace
  package var value: String

  package init(name: Atom, namespace: Namespace = .none, value: String) {
    (self.name, self.namespace, self.value) = (name, namespace, value)
  }
}

/// https://dom.spec.whatwg.org/#concept-document-quirks
package enum QuirksMode: UInt8, Sendable {
  case noQuirks, limitedQuirks, quirks
}
