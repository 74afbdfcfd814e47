import OffscreenCSS
import OffscreenDOM

/// A view of a box in the box tree, for the layout algorithms: not a copy of it.
///
/// Optimization: all is inlined, so that a view costs nothing; and it reads the array, because reading through the
/// tree copies the tree.
struct LayoutBox {
  private let layout: LayoutContext
  let id: BoxID

  @inline(__always) fileprivate init(_ layout: LayoutContext, _ id: BoxID) { (self.layout, self.id) = (layout, id) }

  var kind: BoxKind { @inline(__always) get { layout.boxes.boxes[Int(id.rawValue)].kind } }
  var context: FormattingContext { @inline(__always) get { layout.boxes.boxes[Int(id.rawValue)].context } }
  var origin: BoxOrigin { @inline(__always) get { layout.boxes.boxes[Int(id.rawValue)].origin } }
  var node: NodeID { @inline(__always) get { layout.boxes.boxes[Int(id.rawValue)].node } }
  var style: ComputedStyle { @inline(__always) get { layout.boxes.boxes[Int(id.rawValue)].style } }
  var flags: BoxFlags { @inline(__always) get { layout.boxes.boxes[Int(id.rawValue)].flags } }
  var data: Int32 { @inline(__always) get { layout.boxes.boxes[Int(id.rawValue)].data } }
  var splitInline: SplitInline? { layout.boxes.boxes[Int(id.rawValue)].splitInline }

  var parent: BoxID { @inline(__always) get { layout.boxes.boxes[Int(id.rawValue)].parent } }
  var firstChild: BoxID { @inline(__always) get { layout.boxes.boxes[Int(id.rawValue)].firstChild } }
  var lastChild: BoxID { @inline(__always) get { layout.boxes.boxes[Int(id.rawValue)].lastChild } }
  var nextSibling: BoxID { @inline(__always) get { layout.boxes.boxes[Int(id.rawValue)].nextSibling } }
  var previousSibling: BoxID { @inline(__always) get { layout.boxes.boxes[Int(id.rawValue)].previousSibling } }
  /// The box after its last descendant, in tree order.
  var end: BoxID { @inline(__always) get { layout.boxes.boxes[Int(id.rawValue)].end } }
  var children: Children { @inline(__always) get { Children(layout, from: firstChild) } }
  /// This one's siblings behind it.
  var following: Children { @inline(__always) get { Children(layout, from: nextSibling) } }

  var direction: WritingDirection { @inline(__always) get { WritingDirection(style) } }
  var isReplaced: Bool { @inline(__always) get { context == .replaced } }
  var isFloating: Bool { @inline(__always) get { flags.contains(.floating) } }
  var isOutOfFlow: Bool { @inline(__always) get { flags.contains(.outOfFlow) } }
  var isAtomicInline: Bool { @inline(__always) get { flags.contains(.atomicInline) } }
  var isItem: Bool { @inline(__always) get { flags.contains(.item) } }
  var isOutsideMarker: Bool { @inline(__always) get { flags.contains(.outsideMarker) } }
  /// Neither floats nor is positioned out of the flow, nor beside it as outside markers are.
  var isInFlow: Bool { @inline(__always) get { flags.isDisjoint(with: [.floating, .outOfFlow, .outsideMarker]) } }
  /// The wrapper box of a table.
  var isTable: Bool { @inline(__always) get { context == .table && kind == .container } }

  /// In document order.
  struct Children: Sequence, IteratorProtocol {
    private let layout: LayoutContext
    private var following: BoxID

    @inline(__always) fileprivate init(_ layout: LayoutContext, from first: BoxID) {
      (self.layout, following) = (layout, first)
    }

    @inline(__always) mutating func next() -> LayoutBox? {
      guard !following.isNone else { return nil }
      let box = LayoutBox(layout, following)
      following = box.nextSibling
      return box
    }
  }
}

extension LayoutContext {
  subscript(_ box: BoxID) -> LayoutBox {
    @inline(__always) get { LayoutBox(self, box) }
  }
}
