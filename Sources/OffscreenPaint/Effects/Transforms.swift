import OffscreenCSS
import OffscreenGeometry
import OffscreenLayout

extension EffectStyle {
  /// Whether nothing of these forces the children into the box's plane.
  /// https://drafts.csswg.org/css-transforms-2/#grouping-property-values
  fileprivate var allows3D: Bool {
    transformStyle == .preserve3D && opacity >= 1 && filters.isEmpty && backdropFilters.isEmpty
      && clipPath == .none && masks.isEmpty && mixBlendMode == .normal && isolation == .auto
      && !willChange.contains { Self.grouping.contains($0) }
  }

  /// Grouping properties that count from when `will-change` names them.
  private static let grouping: Set<String> = ["opacity", "filter", "backdrop-filter"]
}

extension ComputedStyle {
  /// Whether the children are in the same three-dimensional space as the box.
  var preserves3D: Bool {
    effect.allows3D && unshown.transitionName == "none" && box.overflowX == .visible && box.overflowY == .visible
      && (effect.clip == nil || box.position != .absolute && box.position != .fixed)
  }
}

extension Painter {
  /// Whether a layer is of a child of the element that extends the 3D rendering context: only children do,
  /// not what is deeper.
  /// https://drafts.csswg.org/css-transforms-2/#3d-rendering-contexts
  func isInSpace(_ child: Int32, of layer: PaintLayer) -> Bool {
    let child = layers.layers[Int(child)]
    guard child.role == .stackingContext, !child.box.isNone, !layer.box.isNone else { return false }
    let (box, parent) = (tree.boxes[child.box], tree.boxes[layer.box])
    if box.origin != .element { return box.node == parent.node }
    var ancestor = options.document.flatParent(box.node)
    // Children of what has no box of its own are children of what is around it.
    while ancestor != parent.node, !ancestor.isNone, options.styles?.style(of: ancestor)?.box.display == .contents {
      ancestor = options.document.flatParent(ancestor)
    }
    return ancestor == parent.node
  }

  /// The accumulated 3D transformation matrix of a stacking context's box, with its parent's perspective
  /// and in the parent's 3D rendering context; nil where there is none.
  /// https://drafts.csswg.org/css-transforms-2/#accumulated-3d-transformation-matrix-computation
  func accumulatedMatrix(of layer: PaintLayer, in space: Matrix?) -> Matrix? {
    guard !layer.box.isNone else { return space }
    let box = tree.boxes[layer.box]
    guard tree.boxes.isTransformable(box) else { return space }
    let view = parentPerspective(of: box)
    guard box.style.hasTransform else {
      // What is in the box's space is seen from the same eye.
      guard let view, box.style.preserves3D else { return space }
      return space?.multiplied(by: view.matrix) ?? view.matrix
    }
    let frame = tree[layer.fragment].transformFrame(at: layer.offset, box.style)
    // As in Chromium, transforms turn around a point counted from the snapped corner.
    var matrix = box.style.effect.matrix(
      of: frame, originX: snap.coordinate(frame.minX), originY: snap.coordinate(frame.minY),
      motion: motions[layer.box])
    if let view { matrix = view.matrix.multiplied(by: matrix) }
    return space?.multiplied(by: matrix) ?? matrix
  }

  private func parentPerspective(of box: Box) -> PerspectiveView? {
    guard !box.parent.isNone else { return nil }
    let parent = tree.boxes[box.parent].style.effect
    guard let distance = parent.perspective, let origin = perspectiveOrigins[box.parent] else { return nil }
    return PerspectiveView(distance: Double(max(1, distance)), origin: origin)
  }

  /// Puts what follows through the matrix: as an affine transform where it is one.
  mutating func push(_ matrix: Matrix) {
    if let transform = matrix.affine { return list.pushTransform(transform) }
    var layer = LayerEffect()
    layer.projection = matrix.projection
    list.pushLayer(layer)
  }

  func showsHiddenBack(_ layer: PaintLayer, _ matrix: Matrix) -> Bool {
    guard !layer.box.isNone,
      tree.boxes[layer.box].style.effect.backfaceVisibility == .hidden
    else { return false }
    let frame = PaintRect(Rect(origin: layer.offset, size: tree[layer.fragment].size))
    return matrix.showsBack(at: frame)
  }
}
