import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry
import OffscreenImages
import OffscreenLayout
import OffscreenStyle
import OffscreenText

/// The inputs of painting beside the fragments.
package struct PaintOptions {
  package var document: Document
  /// For what is drawn by reference: filters, masks, clip paths.
  package var styles: StyledDocument?
  package var fonts: PageFonts
  /// The pictures that were loaded, by absolute address.
  package var images: [String: PageImage]
  /// The pictures of frames.
  package var frames: [BoxID: PageImage] = [:]
  /// What drawings are made of; only what attributes say without it.
  package var vectors: VectorElements?
  /// Nil where nothing that is drawn by reference is to be had.
  package var resources: (any PaintResources)?
  /// The part of the canvas in the picture, in CSS pixels.
  package var picture: Rect
  /// Device pixels per CSS pixel: boxes are put on whole device pixels.
  package var scale: Double
  /// Which scheme the user prefers of those that the page supports.
  package var prefersDark = false
  /// Whether what is behind the canvas is of the dark scheme: of a frame, its element; nil where it is to show
  /// through whatever the page's scheme is.
  package var isDarkBehind: Bool? = false
  /// By text, what is highlighted in it, the lowest first.
  package var highlights: [NodeID: [TextHighlight]] = [:]
  /// No more commands than this are written.
  package var commandLimit = 2_000_000

  package init(
    document: Document, fonts: PageFonts, images: [String: PageImage] = [:], picture: Rect, scale: Double = 1
  ) {
    (self.document, self.fonts, self.images, self.picture) = (document, fonts, images, picture)
    self.scale = scale.isFinite && scale > 0 ? scale : 1
  }
}

/// Turns a page's fragments into a display list, in the order of
/// https://www.w3.org/TR/CSS22/zindex.html#painting-order .
///
/// This file is the order; each part of a box is painted in the extensions.
package struct Painter {
  let tree: FragmentTree
  let options: PaintOptions
  let layers: LayerTree
  let snap: PixelSnapping
  let viewport: ViewportStyle
  let perspectiveOrigins: [BoxID: PaintPoint]
  let inkCache = InkCache()
  let vectors: VectorElements
  let motions: MotionPlaces
  /// By style; nil where there is no glyph for the mark.
  var emphasisGlyphs: [ObjectIdentifier: EmphasisGlyph?] = [:]
  /// How many boxes outlines may still be joined around: bounds hostile pages.
  var joinedOutlinesLeft = 50_000
  var list: DisplayListBuilder
  /// Clips pushed since `clipBase`.
  private var pushedClips: [Int32] = []
  private var clipBase: Int32 = -1
  private var depth = 0
  /// Nested layers beyond this are left out.
  private static let maximumDepth = 1_500

  /// The display list of a page.
  package static func paint(_ tree: FragmentTree, _ options: PaintOptions) -> DisplayList {
    var painter = Painter(tree, options)
    painter.paintStackingContext(0)
    return painter.list.seal()
  }

  private init(_ tree: FragmentTree, _ options: PaintOptions) {
    (self.tree, self.options) = (tree, options)
    var builder = LayerTreeBuilder(
      tree: tree, document: options.document, picture: options.picture, scale: options.scale)
    layers = builder.build()
    snap = PixelSnapping(scale: options.scale)
    let vectors = options.vectors ?? VectorElements(document: options.document, styles: options.styles)
    if vectors.fonts == nil { vectors.fonts = options.fonts }
    self.vectors = vectors
    motions = MotionPlaces(tree, vectors)
    perspectiveOrigins = Self.perspectiveOrigins(tree, layers)
    viewport = ViewportStyle(tree: tree, document: options.document)
    list = DisplayListBuilder(glyphs: tree.glyphs, texts: tree.glyphTexts, commandLimit: options.commandLimit)
  }

  // MARK: Order

  /// Paints a layer: a stacking context with the layers in it, or one that is painted as if it were.
  /// `matrix`: what is done to it in all, where that is known; `part`: a polygon, before the matrix, of
  /// which alone it is drawn.
  mutating func paintStackingContext(_ index: Int32, at placed: Matrix? = nil, part: [PaintPoint]? = nil) {
    guard depth < Self.maximumDepth else { return list.cutShort() }
    depth += 1
    defer { depth -= 1 }
    let layer = layers.layers[Int(index)]
    let matrix = placed ?? (layer.role == .stackingContext ? accumulatedMatrix(of: layer, in: nil) : nil)
    // The canvas is not the root's to transform.
    if layer.box == viewport.root, matrix != nil { paintCanvas() }
    if let matrix, matrix.isSingular || showsHiddenBack(layer, matrix) { return }
    if layer.role == .stackingContext, !layer.box.isNone, tree.boxes[layer.box].style.preserves3D {
      if layer.box == viewport.root, matrix == nil { paintCanvas() }
      return paintSpace(index, matrix ?? .identity)
    }
    if let matrix, matrix.isBehindEye { return }
    let effects = enterEffects(of: layer, matrix, part: part)
    defer { if let effects { leaveEffects(effects, of: layer) } }

    // 1, 2. The background and borders of what forms the context.
    if layer.box == viewport.root, matrix == nil { paintCanvas() }
    paint(layer.selfDecorations)
    // 3. Contexts with negative levels, most negative first.
    let firstPositive = layer.children.firstIndex { layers.layers[Int($0)].zIndex >= 0 } ?? layer.children.count
    for child in layer.children[..<firstPositive] { paintStackingContext(child) }
    // 4 to 7.
    paintContents(of: layer)
    // 8, 9. Level 0 and positive levels, in order.
    for child in layer.children[firstPositive...] { paintStackingContext(child) }
  }

  private mutating func paintContents(of layer: PaintLayer) {
    // 4. Backgrounds of in-flow blocks.
    paint(layer.backgrounds)
    // 5. Floats.
    paint(layer.floats)
    // 6, 7. Inline content and what is painted with it.
    paint(layer.foreground)
    paint(layer.outlines)
  }

  /// The contents in the plane of a box that extends a 3D rendering context.
  mutating func paintOwnPlane(_ layer: PaintLayer, _ matrix: Matrix, part: [PaintPoint]?) {
    let plane = enterEffects(of: layer, matrix, part: part)
    paint(layer.selfDecorations)
    paintContents(of: layer)
    if let plane { leaveEffects(plane, of: layer) }
  }

  /// What is deeper in such a box is drawn on its plane.
  mutating func paintOnPlane(_ index: Int32, of layer: PaintLayer, _ matrix: Matrix, part: [PaintPoint]?) {
    let plane = enterEffects(of: layer, matrix, part: part)
    paintStackingContext(index)
    if let plane { leaveEffects(plane, of: layer) }
  }

  private mutating func paint(_ items: [PaintItem]) {
    for item in items {
      if item.kind == .layer {
        paintStackingContext(item.reference)
      } else {
        setClip(item.clip)
        paint(item)
      }
    }
  }

  private mutating func paint(_ item: PaintItem) {
    switch item.kind {
    case .decoration: paintDecoration(item)
    case .tablePart: paintTablePart(item)
    case .collapsedBorders: paintCollapsedBorders(item)
    case .columnRules: paintColumnRules(item)
    case .text: paintText(item)
    case .replaced: paintReplaced(item)
    case .outline: paintOutline(item)
    case .layer: break
    }
  }

  // MARK: Clips

  /// Pushes and pops until exactly the node's clips, within those of the group, are in force.
  mutating func setClip(_ node: Int32) {
    if (pushedClips.last ?? clipBase) == node { return }
    var wanted: [Int32] = []
    var ancestor = node
    while ancestor >= 0, ancestor != clipBase {
      wanted.append(ancestor)
      ancestor = layers.clips[Int(ancestor)].parent
    }
    wanted.reverse()
    var common = 0
    while common < wanted.count, common < pushedClips.count, wanted[common] == pushedClips[common] {
      common += 1
    }
    while pushedClips.count > common {
      list.pop()
      pushedClips.removeLast()
    }
    for clip in wanted[common...] {
      switch layers.clips[Int(clip)].shape {
      case .rect(let rect): list.pushClip(rect)
      case .rounded(let shape): list.pushClip(shape)
      }
      pushedClips.append(clip)
    }
  }

  // MARK: Effects

  /// The state to restore after a layer with effects.
  struct EnteredEffects {
    var depth: Int
    var pushedClips: [Int32]
    var clipBase: Int32
    var opened = OpenedEffects()
  }

  /// Opens the groups that a layer's transform and effects need; nil where it has none.
  private mutating func enterEffects(
    of layer: PaintLayer, _ matrix: Matrix?, part: [PaintPoint]? = nil
  ) -> EnteredEffects? {
    let hasEffects =
      layer.role == .stackingContext && !layer.box.isNone
      && (tree.boxes[layer.box].style.effect.needsGroup || isolatesBlending(layer) || isBackdropRoot(layer))
    guard hasEffects || matrix != nil else { return nil }
    setClip(layer.groupClip)
    var entered = EnteredEffects(depth: list.depth, pushedClips: pushedClips, clipBase: clipBase)
    (pushedClips, clipBase) = ([], layer.groupClip)
    if let matrix { push(matrix) }
    if let part { list.pushClip(PaintPath(polygon: part)) }
    if hasEffects { entered.opened = openEffects(of: layer, tree.boxes[layer.box]) }
    return entered
  }

  private mutating func leaveEffects(_ entered: EnteredEffects, of layer: PaintLayer) {
    setClip(clipBase)
    if layer.role == .stackingContext, !layer.box.isNone {
      closeEffects(of: layer, entered.opened)
    }
    list.pop(to: entered.depth)
    (pushedClips, clipBase) = (entered.pushedClips, entered.clipBase)
  }

  // MARK: Shared by the extensions

  func borderBox(_ item: PaintItem) -> PaintRect {
    snap.rect(Rect(origin: item.offset, size: tree[item.fragment].size))
  }

  /// The style to paint a fragment with; `::first-line`'s where the fragment is on one.
  func style(_ fragment: Fragment) -> ComputedStyle {
    if fragment.flags.contains(.firstLine), let style = tree.firstLineStyles[fragment.box] { return style }
    return tree.boxes[fragment.box].style
  }
}
