/// A value for each node of a document, which most may not have.
///
/// Optimization: it is in pieces, so that a copy of a large one shares all of them but those that are changed, and that
/// none has to be there for nodes without a value.
package struct NodeTable<Value: Equatable & BitwiseCopyable> {
  /// What a node has that was given none.
  package let initial: Value
  /// Empty ones are of nodes that have none.
  package var pieces: [[Value]] = []

  @inlinable package static var bits: Int { 10 }
  @inlinable package static var pieceSize: Int { 1 << bits }

  @inlinable package init(_ initial: Value) { self.initial = initial }

  @inlinable package subscript(node: NodeID) -> Value {
    @inline(__always) get {
      let index = Int(node.rawValue)
      let piece = index >> Self.bits
      guard index >= 0, piece < pieces.count else { return initial }
      let place = index & (Self.pieceSize - 1)
      return place < pieces[piece].count ? pieces[piece][place] : initial
    }
    set {
      let index = Int(node.rawValue)
      guard index >= 0 else { return }
      let piece = index >> Self.bits
      if piece >= pieces.count || pieces[piece].isEmpty {
        guard newValue != initial else { return }
        while pieces.count <= piece { pieces.append([]) }
        pieces[piece] = Array(repeating: initial, count: Self.pieceSize)
      }
      pieces[piece][index & (Self.pieceSize - 1)] = newValue
    }
  }

  /// Gives all values that nodes have another one.
  package mutating func replaceValues(_ body: (Value) -> Value) {
    for piece in pieces.indices {
      for place in pieces[piece].indices where pieces[piece][place] != initial {
        pieces[piece][place] = body(pieces[piece][place])
      }
    }
  }
}
