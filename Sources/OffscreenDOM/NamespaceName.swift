/// A namespace by its address: one of those that are known, or which one of the others.
package struct NamespaceName: Hashable, Sendable, BitwiseCopyable {
  package var namespace: Namespace
  /// `NameTable`'s number of an address that is not known; 0 where nobody said, as of what scripts make.
  package var number: UInt16 = 0

  package init(_ namespace: Namespace, number: UInt16 = 0) { (self.namespace, self.number) = (namespace, number) }

  package init(_ address: String, in names: NameTable) {
    let namespace = Namespace(address)
    self.init(namespace, number: namespace == .other ? names.namespaceNumber(of: address) : 0)
  }

  /// Whether something in `other` is in this namespace. What nobody said may be in any of the others.
  package func matches(_ other: NamespaceName) -> Bool {
    namespace == other.namespace && (number == other.number || number == 0 || other.number == 0)
  }
}

extension Namespace {
  package init(_ address: String) {
    self = Self.known.first { $0.address == address }?.namespace ?? (address.isEmpty ? .none : .other)
  }

  /// Nil where it is none of those that are known.
  package var address: String? { Self.known.first { $0.namespace == self }?.address }

  private static let known: [(namespace: Namespace, address: String)] = [
    (.html, "http://www.w3.org/1999/xhtml"), (.svg, "http://www.w3.org/2000/svg"),
    (.mathML, "http://www.w3.org/1998/Math/MathML"), (.xlink, "http://www.w3.org/1999/xlink"),
    (.xml, "http://www.w3.org/XML/1998/namespace"), (.xmlns, "http://www.w3.org/2000/xmlns/"),
  ]
}
