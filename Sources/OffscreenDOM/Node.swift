// Optimization: types whose small functions are to be inlined into other modules are marked
// `@usableFromInline`: without it `@inlinable package` stays a call.

/// A node of a document's arena.
@usableFromInline package struct NodeID: Hashable, Sendable, BitwiseCopyable {
  @usableFromInline package let rawValue: Int32
  @inlinable package init(rawValue: Int32) { self.rawValue = rawValue }

  /// No node.
  @inlinable package static var none: NodeID { NodeID(rawValue: -1) }
  /// The document node of every document.
  @inlinable package static var document: NodeID { NodeID(rawValue: 0) }

  @inlinable @inline(__always)
  package var isNone: Bool { rawValue < 0 }

  @inlinable @inline(__always)
  package static func == (one: NodeID, other: NodeID) -> Bool { one.rawValue == other.rawValue }
}

// Optimization: in another module, the compiler's own == of the types here is a call, and of those
// with raw values a generic one.

/// https://dom.spec.whatwg.org/#interface-node
@usableFromInline package enum NodeKind: UInt8, Sendable, BitwiseCopyable {
  case document, documentType, element, text, comment, processingInstruction
  /// Also a template's contents.
  case documentFragment

  @inlinable @inline(__always)
  package static func == (one: NodeKind, other: NodeKind) -> Bool {
    unsafeBitCast(one, to: UInt8.self) == unsafeBitCast(other, to: UInt8.self)
  }
  @inlinable @inline(__always)
  package static func != (one: NodeKind, other: NodeKind) -> Bool { !(one == other) }
}

@usableFromInline package enum Namespace: UInt8, Sendable, BitwiseCopyable {
  case html, svg, mathML, xlink, xml, xmlns
  /// Any other namespace.
  case other
  case none

  @inlinable @inline(__always)
  package static func == (one: Namespace, other: Namespace) -> Bool {
    unsafeBitCast(one, to: UInt8.self) == unsafeBitCast(other, to: UInt8.self)
  }
  @inlinable @inline(__always)
  package static func != (one: Namespace, other: Namespace) -> Bool { !(one == other) }
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
@usableFromInline package enum QuirksMode: UInt8, Sendable {
  case noQuirks, limitedQuirks, quirks

  @inlinable @inline(__always)
  package static func == (one: QuirksMode, other: QuirksMode) -> Bool {
    unsafeBitCast(one, to: UInt8.self) == unsafeBitCast(other, to: UInt8.self)
  }
  @inlinable @inline(__always)
  package static func != (one: QuirksMode, other: QuirksMode) -> Bool { !(one == other) }
}
