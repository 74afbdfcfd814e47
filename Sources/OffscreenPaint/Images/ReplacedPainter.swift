import OffscreenCSS
import OffscreenGeometry
import OffscreenImages
import OffscreenLayout

extension Painter {
  /// What a replaced box shows.
  mutating func paintReplaced(_ item: PaintItem) {
    let fragment = tree[item.fragment]
    let box = tree.boxes[fragment.box]
    guard box.style.inherited.visibility == .visible, box.data >= 0, Int(box.data) < tree.boxes.replaced.count
    else { return }
    let content = tree.boxes.replaced[Int(box.data)]
    let frame = PaintRect(Rect(origin: item.offset, size: fragment.size))
    let edges = PaintEdges(fragment.border) + PaintEdges(fragment.padding)
    let area = frame.inset(top: edges.top, right: edges.right, bottom: edges.bottom, left: edges.left)
    switch content.kind {
    case .image(let image):
      if options.document.namespace(box.node) == .svg, paintVectorEffects(box.node, in: snap.rect(area)) { return }
      paintImage(.picture(image, resolution: 1), content, box, fragment, item, area)
    case .generated(let value):
      for (image, opacity) in resolve(value, box.style) {
        paintImage(image, content, box, fragment, item, area, opacity: opacity)
      }
    case .brokenImage: paintBrokenImage(snap.rect(area), box)
    case .control:
      if let picture = options.frames[fragment.box] {
        paintImage(.picture(picture, resolution: 1), content, box, fragment, item, area)
      } else {
        paintControl(item, box, snap.rect(area))
      }
    }
    paintMediaControls(box, snap.rect(area))
  }

  /// https://drafts.csswg.org/css-images-3/#the-object-fit
  private mutating func paintImage(
    _ image: ResolvedImage, _ content: ReplacedContent, _ box: Box, _ fragment: Fragment, _ item: PaintItem,
    _ area: PaintRect, opacity: Double = 1
  ) {
    guard !area.isEmpty else { return }
    let natural = (width: content.naturalWidth, height: content.naturalHeight, ratio: content.naturalRatio)
    let own = concreteObjectSize(
      natural: natural, specifiedWidth: nil, specifiedHeight: nil, defaultWidth: area.width,
      defaultHeight: area.height)
    let ratio = natural.ratio ?? (own.height > 0 ? own.width / own.height : 0)
    let contained = ratio > 0 ? containSize(ratio, area.width, area.height) : (area.width, area.height)
    let size: (width: Double, height: Double)
    switch box.style.box.objectFit {
    case .fill: size = (area.width, area.height)
    case .contain: size = contained
    case .cover: size = ratio > 0 ? coverSize(ratio, area.width, area.height) : (area.width, area.height)
    case .none: size = own
    case .scaleDown: size = own.width <= contained.0 && own.height <= contained.1 ? own : contained
    }
    let position = box.style.box.objectPosition
    let placed = PaintRect(
      x: area.x + position.x.pixels(basis: area.width - size.width),
      y: area.y + position.y.pixels(basis: area.height - size.height), width: size.width, height: size.height)
    let target = snap.rect(placed)
    guard !target.isEmpty,
      let source = source(
        image, width: target.width, height: target.height, currentColor: box.style.inherited.color)
    else { return }
    let clip = RoundedRect(borderBox: borderBox(item), style: box.style, sides: fragment.sides)
      .inset(by: snap.edges(fragment.border) + PaintEdges(fragment.padding))
    let seen = snap.rect(area)
    let needsClip = clip.isRounded && !clip.safelyContains(target)
    if needsClip { list.pushClip(clip.with(rect: seen)) }
    list.image(
      ImagePaint(
        source: source, destination: target.intersection(seen), tile: target, stepX: target.width,
        stepY: target.height, rendering: box.style.inherited.imageRendering, opacity: opacity))
    if needsClip { list.pop() }
  }

  /// The small picture of a torn page that Chromium shows, in the frame.
  private mutating func paintBrokenImage(_ area: PaintRect, _ box: Box) {
    guard area.width >= 1, area.height >= 1 else { return }
    let gray = Color(hex: 0xC0C0C0)
    let hasFrame = area.width > 20 && area.height > 20
    if hasFrame {
      let one = PaintEdges(top: 1, right: 1, bottom: 1, left: 1)
      list.fillRing(outer: RoundedRect(area), inner: RoundedRect(area).inset(by: one), gray)
    }
    let inset = hasFrame ? 2.0 : 0
    let icon = PaintRect(x: area.x + inset, y: area.y + inset, width: 16, height: 16)
    list.pushClip(area)
    func at(_ x: Double, _ y: Double) -> PaintPoint { PaintPoint(x: icon.x + x, y: icon.y + y) }
    // A sheet with a folded corner, a sky and a hill, torn across.
    let sheet = PaintPath(polygon: [at(0, 0), at(12, 0), at(16, 4), at(16, 8), at(7, 16), at(0, 16)])
    list.fill(sheet, Color(hex: 0x9C9C9C))
    list.fill(
      PaintPath(polygon: [at(1, 1), at(11, 1), at(11, 5), at(15, 5), at(15, 8), at(6.5, 15), at(1, 15)]),
      Color(hex: 0xC5D6F3))
    list.fill(PaintPath(ellipseIn: PaintRect(x: icon.x + 2, y: icon.y + 3, width: 6, height: 3)), .white)
    list.fill(PaintPath(polygon: [at(1.5, 15), at(4, 11.5), at(8, 10), at(11, 11.5), at(6.5, 15)]), Color(hex: 0x5AAA3C))
    list.fill(PaintPath(polygon: [at(12, 1), at(15, 4), at(12, 4)]), Color(hex: 0xEDEDED))
    list.fill(PaintPath(polygon: [at(16, 11), at(16, 16), at(10.5, 16)]), Color(hex: 0x9C9C9C))
    list.fill(PaintPath(polygon: [at(15, 12.5), at(15, 15), at(12, 15)]), Color(hex: 0x5AAA3C))
    list.pop()
  }
}
