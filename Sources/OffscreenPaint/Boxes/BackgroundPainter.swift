import OffscreenCSS
import OffscreenGeometry
import OffscreenLayout
import OffscreenStyle

/// A box whose background is painted.
struct BackgroundArea {
  var item: PaintItem
  var fragment: Fragment
  var style: ComputedStyle
  /// The border box with its corners, on device pixels.
  var shape: RoundedRect
  var border: PaintEdges
  /// What all layers cover: the canvas, or a cell that shows the background of a part of its table. Nil where
  /// `background-clip` says it.
  var canvas: PaintRect?
  /// The border box, where it is not as large as the fragment: that of a fieldset with a legend.
  var frame: Rect?
  /// How far inside the border box the background ends.
  var bleed = 0.0

  /// Where a background with this `background-clip` is seen.
  func clip(_ box: VisualBox, _ snap: PixelSnapping) -> RoundedRect {
    let clip = self.box(box, snap)
    guard bleed > 0, box == .borderBox else { return clip }
    return clip.inset(by: PaintEdges(top: bleed, right: bleed, bottom: bleed, left: bleed))
  }

  func box(_ box: VisualBox, _ snap: PixelSnapping) -> RoundedRect {
    switch box {
    case .borderBox, .marginBox, .strokeBox, .viewBox, .text, .borderArea, .noClip: return shape
    case .paddingBox: return shape.inset(by: border)
    case .contentBox, .fillBox:
      let padding = fragment.padding
      let inset = PaintRect(frame ?? Rect(origin: item.offset, size: fragment.size)).inset(
        top: fragment.border.top.pixels + padding.top.pixels,
        right: fragment.border.right.pixels + padding.right.pixels,
        bottom: fragment.border.bottom.pixels + padding.bottom.pixels,
        left: fragment.border.left.pixels + padding.left.pixels)
      let inner = shape.inset(by: border + PaintEdges(padding))
      return inner.with(rect: snap.rect(inset))
    }
  }
}

extension Painter {
  /// https://drafts.csswg.org/css-backgrounds-3/#backgrounds
  mutating func paintBackground(_ area: BackgroundArea) {
    let background = area.style.background
    let currentColor = area.style.inherited.color
    // Layers blend with what is below them in this background, and with nothing behind the box.
    // https://drafts.csswg.org/compositing-1/#background-blend-mode
    let isBlended = background.layers.contains { $0.image != .none && $0.blendMode != .normal }
    if isBlended { list.pushLayer(LayerEffect()) }
    defer { if isBlended { list.pop() } }
    // The colour lies under all images, within the last one's clip.
    let color = background.color.resolved(currentColor)
    if let last = background.layers.last, !color.isTransparent {
      if let canvas = area.canvas {
        list.fill(canvas, color)
      } else if last.clip == .text || last.clip == .borderArea {
        paint(through: last.clip, area) { $0.list.fill(area.shape, color) }
      } else {
        list.fill(seenPart(of: last, area), color)
      }
    }
    for layer in background.layers.reversed() where layer.image != .none {
      let isBlended = layer.blendMode != .normal
      if isBlended {
        var group = LayerEffect()
        group.composite = .blend(layer.blendMode)
        list.pushLayer(group)
      }
      if layer.clip == .text || layer.clip == .borderArea, area.canvas == nil {
        paint(through: layer.clip, area) { $0.paintLayer(layer, area) }
      } else {
        paintLayer(layer, area)
      }
      if isBlended { list.pop() }
    }
  }

  /// Paints something where the box's text is, or its border.
  /// https://drafts.csswg.org/css-backgrounds-4/#background-clip
  private mutating func paint(through clip: VisualBox, _ area: BackgroundArea, _ body: (inout Painter) -> Void) {
    list.pushLayer(LayerEffect())
    body(&self)
    var mask = LayerEffect()
    mask.composite = .destinationIn
    list.pushLayer(mask)
    if clip == .borderArea {
      var border = BorderPainter(
        style: area.style, shape: area.shape, widths: area.border, sides: area.fragment.sides)
      border.makeOpaque()
      border.paint(into: &list)
    } else {
      paintTextMask(of: area.item.fragment, at: area.item.offset, depth: 0)
    }
    list.pop()
    list.pop()
  }

  private mutating func paintTextMask(of id: FragmentID, at offset: Point, depth: Int) {
    guard depth < 1_000 else { return }
    let fragment = tree[id]
    if fragment.kind == .text {
      return paintText(PaintItem(kind: .text, fragment: id, offset: offset, clip: -1), isMask: true)
    }
    for link in tree.children(id) where isInTextMask(tree[link.fragment]) {
      paintTextMask(of: link.fragment, at: offset + link.offset, depth: depth + 1)
    }
  }

  /// Boxes that are layers of their own are not, but for inline boxes, as in Chromium.
  private func isInTextMask(_ fragment: Fragment) -> Bool {
    guard fragment.kind == .box, !fragment.box.isNone else { return true }
    return tree.boxes[fragment.box].kind == .inline || !tree.boxes.role(of: fragment.box).isLayer
  }

  /// One image of a background.
  mutating func paintLayer(_ layer: BackgroundLayer, _ area: BackgroundArea) {
    let clip = area.canvas.map { RoundedRect($0) } ?? seenPart(of: layer, area)
    let positioning: PaintRect
    if layer.attachment == .fixed, !isTransformed(area) {
      let size = tree[tree.root].size
      positioning = PaintRect(Rect(origin: tree.scrollPosition, size: size))
    } else if scrollsAlong(layer, area) {
      positioning = scrolledArea(layer.origin, area)
    } else {
      positioning = positioningArea(layer.origin, area)
    }
    paintImageLayer(
      layer, clip: clip, positioning: positioning, area.style)
  }

  /// Whether the layer belongs to what its box scrolls.
  /// https://drafts.csswg.org/css-backgrounds-3/#valdef-background-attachment-local
  private func scrollsAlong(_ layer: BackgroundLayer, _ area: BackgroundArea) -> Bool {
    guard layer.attachment == .local, area.canvas == nil, area.fragment.kind == .box else { return false }
    let box = area.style.box
    return box.overflowX != .visible && box.overflowX != .clip || box.overflowY != .visible && box.overflowY != .clip
  }

  /// Scrolled content is visible in the padding box, and its own edges scroll with it.
  private func seenPart(of layer: BackgroundLayer, _ area: BackgroundArea) -> RoundedRect {
    guard scrollsAlong(layer, area), layer.clip == .borderBox || layer.clip == .contentBox else {
      return area.clip(layer.clip, snap)
    }
    let port = area.clip(.paddingBox, snap)
    guard layer.clip == .contentBox else { return port }
    return port.with(rect: port.rect.intersection(scrolledArea(.contentBox, area)))
  }

  /// The scrollable overflow area, with the edges of the box around it.
  private func scrolledArea(_ origin: VisualBox, _ area: BackgroundArea) -> PaintRect {
    let scrolled = snap.rect(tree.scrollableArea(area.item.fragment).offset(by: area.item.offset))
    switch origin {
    case .paddingBox: return scrolled
    case .borderBox, .marginBox, .strokeBox, .viewBox, .text, .borderArea, .noClip:
      let border = area.border
      return scrolled.inset(top: -border.top, right: -border.right, bottom: -border.bottom, left: -border.left)
    case .contentBox, .fillBox:
      let padding = PaintEdges(area.fragment.padding)
      return scrolled.inset(top: padding.top, right: padding.right, bottom: padding.bottom, left: padding.left)
    }
  }

  /// Fixed backgrounds of transformed boxes scroll with them.
  private func isTransformed(_ area: BackgroundArea) -> Bool {
    var ancestor = area.fragment.box
    while !ancestor.isNone {
      if tree.boxes[ancestor].style.hasTransform { return true }
      ancestor = tree.boxes[ancestor].parent
    }
    return false
  }

  // MARK: The canvas

  /// The root's (or the body's) background covers the whole canvas, whether the root is visible or not.
  /// https://drafts.csswg.org/css-backgrounds-3/#special-backgrounds
  mutating func paintCanvas() {
    guard !viewport.root.isNone else { return }
    setClip(-1)
    var canvas = PaintRect(options.picture).outset(by: 1)
    // The room for the viewport's scrollbars is no part of it.
    let gutter = tree[tree.root].border
    if gutter != .zero { canvas = PaintRect(options.picture.inset(by: gutter)) }
    paintCanvasScheme(canvas)
    let source = viewport.backgroundSource
    guard !source.isNone, let (fragment, offset) = rootFragment() else { return }
    let style = tree.boxes[source].style
    guard style.hasBackground else { return }
    let item = PaintItem(kind: .decoration, fragment: fragment, offset: offset, clip: -1)
    let frame = tree[fragment]
    paintBackground(
      BackgroundArea(
        item: item, fragment: frame, style: style, shape: RoundedRect(borderBox(item)),
        border: snap.edges(frame.border), canvas: canvas))
  }

  /// A page of the other scheme than what is behind it is opaque.
  /// https://drafts.csswg.org/css-color-adjust-1/#color-scheme-effect
  private mutating func paintCanvasScheme(_ canvas: PaintRect) {
    guard let isDarkBehind = options.isDarkBehind else { return }
    let scheme = tree.boxes[viewport.root].style.inherited.colorScheme
    let isDark = scheme.isDark(preferred: options.prefersDark)
    if isDark != isDarkBehind { list.fill(canvas, isDark ? Color(hex: 0x121212) : .white) }
  }

  private func rootFragment() -> (FragmentID, Point)? {
    for link in tree.children(tree.root) where tree[link.fragment].box == viewport.root {
      return (link.fragment, link.offset)
    }
    return nil
  }
}
