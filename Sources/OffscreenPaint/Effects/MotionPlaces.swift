import OffscreenCSS
import OffscreenGeometry
import OffscreenLayout

/// Where the boxes with an `offset-path` are on it, from their top left corners.
struct MotionPlaces {
  private var places: [BoxID: MotionPlace] = [:]
  /// Bounds hostile pages: boxes beyond so many elements of paths stay where they are.
  private static let mostPieces = 1_000_000

  subscript(_ box: BoxID) -> MotionPlace? { places.isEmpty ? nil : places[box] }

  /// `vectors` is asked for only where there are such boxes.
  init(_ tree: FragmentTree, _ vectors: @autoclosure () -> VectorElements) {
    guard tree.boxes.hasOffsetPaths, !tree.root.isNone else { return }
    let vectors = vectors()
    var pieces = 0
    // Each with the fragment of its containing block.
    var open = [(id: tree.root, offset: Point.zero, container: tree.root, containerOffset: Point.zero)]
    while let (id, offset, container, containerOffset) = open.popLast() {
      let fragment = tree[id]
      let box: Box? = fragment.kind == .box && !fragment.box.isNone ? tree.boxes[fragment.box] : nil
      if let box, box.style.hasOffsetPath, tree.boxes.isTransformable(box), places[fragment.box] == nil,
        pieces < Self.mostPieces
      {
        let from = Point(x: containerOffset.x - offset.x, y: containerOffset.y - offset.y)
        let space = MotionSpace(
          reference: Self.reference(box.style.effect.motion.path, of: tree, container, at: from),
          size: VectorSize(width: fragment.size.width.pixels, height: fragment.size.height.pixels),
          zoom: Double(box.style.inherited.zoom))
        places[fragment.box] = space.place(box.style.effect.motion) { address in
          vectors.find(reference: address).flatMap { vectors.outline(of: $0) }
        }
        pieces += places[fragment.box]?.pieces ?? 0
      }
      let isContainer = box.map { $0.kind != .inline } ?? false
      for link in tree.children(id) where !link.fragment.isNone {
        open.append(
          (
            link.fragment, offset + link.offset, isContainer ? id : container,
            isContainer ? offset : containerOffset
          ))
      }
    }
  }

  /// https://drafts.csswg.org/css-box-4/#typedef-coord-box
  private static func reference(
    _ path: OffsetPath, of tree: FragmentTree, _ container: FragmentID, at origin: Point
  ) -> RoundedRect {
    let fragment = tree[container]
    let frame = PaintRect(Rect(origin: origin, size: fragment.size))
    guard !fragment.box.isNone else { return RoundedRect(frame) }
    let outer = RoundedRect(borderBox: frame, style: tree.boxes[fragment.box].style, sides: fragment.sides)
    switch path.box {
    case .paddingBox: return outer.inset(by: PaintEdges(fragment.border))
    case .contentBox, .fillBox: return outer.inset(by: PaintEdges(fragment.border) + PaintEdges(fragment.padding))
    case _: return outer
    }
  }
}

extension OffsetPath {
  fileprivate var box: VisualBox {
    switch self {
    case .none, .reference: .borderBox
    case .ray(_, let box), .shape(_, _, let box), .box(let box): box
    }
  }
}
