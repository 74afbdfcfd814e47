import OffscreenCSS
import OffscreenGeometry
import OffscreenImages
import OffscreenLayout

extension Painter {
  /// The content of a replaced box.
  mutating func paintReplaced(_ item: PaintItem) {
    let fragment = tree[item.fragment]
    let box = tree.boxes[fragment.box]
    guard box.data >= 0, Int(box.data) < tree.boxes.replaced.count else { return }
    let content = tree.boxes.replaced[Int(box.data)]
    // In a drawing that is hidden, elements may be visible, and filters paint.
    var isDrawing: Bool { if case .drawing = content.kind { true } else { false } }
    guard box.style.inherited.visibility == .visible || isDrawing else { return }
    let frame = PaintRect(Rect(origin: item.offset, size: fragment.size))
    let edges = PaintEdges(fragment.border) + PaintEdges(fragment.padding)
    let area = frame.inset(top: edges.top, right: edges.right, bottom: edges.bottom, left: edges.left)
    switch content.kind {
    case .drawing: paintDrawing(box, fragment, item, snap.rect(area))
    case .image(let image):
      paintImage(.picture(image.shown(isDark: isDark(box.style)), resolution: 1), content, box, fragment, item, area)
    case .generated(let value):
      for (image, opacity) in resolve(value, box.style) {
        paintImage(image, content, box, fragment, item, area, opacity: opacity)
      }
    case .brokenImage where box.origin == .userAgentPart:
      // Beside the alternative text.
      paintTornPage(snap.rect(area), inset: 0, atEnd: false)
    case .brokenImage:
      var frame = area
      // It does not follow a height that comes from the ratio.
      if box.style.box.height == .auto { frame.height = min(area.height, content.naturalHeight ?? 0) }
      let place = snap.rect(frame)
      // A picture with less room than this shows nothing.
      if place.width >= 18, place.height >= 18 {
        paintImageFrame(place)
        paintTornPage(
          place.inset(top: 1, right: 1, bottom: 1, left: 1), inset: 1, atEnd: box.style.text.direction == .rtl)
      }
    case .missingImage:
      let place = snap.rect(area)
      if place.width > 2, place.height > 2 { paintImageFrame(place) }
    case .control:
      if let picture = options.frames[fragment.box] {
        paintImage(.picture(picture, resolution: 1), content, box, fragment, item, area)
      } else {
        paintControl(item, box, snap.rect(area))
      }
    }
    paintMediaControls(box, snap.rect(area))
  }

  /// An inline drawing.
  private mutating func paintDrawing(_ box: Box, _ fragment: Fragment, _ item: PaintItem, _ area: PaintRect) {
    guard !area.isEmpty else { return }
    // A drawing that is the document shows nothing outside of it.
    let isDocument = box.node == options.document.documentElement
    let clip = isDocument ? RoundedRect(area) : OverflowClips.contentShape(of: fragment, box, at: item.offset, snap)
    if let clip { list.pushClip(clip) }
    withVectors { $0.paint(drawing: box.node, in: area) }
    if clip != nil { list.pop() }
    if vectors.isCutShort { list.note(.drawings) }
  }

  /// https://drafts.csswg.org/css-images-3/#the-object-fit
  private mutating func paintImage(
    _ image: ResolvedImage, _ content: ReplacedContent, _ box: Box, _ fragment: Fragment, _ item: PaintItem,
    _ area: PaintRect, opacity: Double = 1
  ) {
    guard !area.isEmpty else { return }
    var natural = (width: content.naturalWidth, height: content.naturalHeight, ratio: content.naturalRatio)
    let shown = content.shown(by: box.style)
    if let shown { natural = (shown.width, shown.height, shown.width / shown.height) }
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
    // Where all of the picture would be.
    var whole = target
    if let shown, let width = content.naturalWidth, let height = content.naturalHeight {
      let (x, y) = (target.width / shown.width, target.height / shown.height)
      whole = PaintRect(
        x: target.x - shown.x * x, y: target.y - shown.y * y, width: width * x, height: height * y)
    }
    guard !target.isEmpty,
      let source = source(image, width: whole.width, height: whole.height, currentColor: box.style.inherited.color)
    else { return }
    let clip = OverflowClips.contentShape(of: fragment, box, at: item.offset, snap) ?? RoundedRect(.everything)
    let seen = clip.rect
    let needsClip = clip.isRounded && !clip.safelyContains(target)
    if needsClip { list.pushClip(clip) }
    list.image(
      ImagePaint(
        source: source, destination: whole.intersection(seen), tile: whole, stepX: whole.width,
        stepY: whole.height, rendering: box.style.inherited.imageRendering, opacity: opacity))
    if needsClip { list.pop() }
  }

  /// Around the place of a picture that could not be had.
  private mutating func paintImageFrame(_ area: PaintRect) {
    let one = PaintEdges(top: 1, right: 1, bottom: 1, left: 1)
    list.fillRing(outer: RoundedRect(area), inner: RoundedRect(area).inset(by: one), Color(hex: 0xC0C0C0))
  }

  /// The small picture that Chromium shows for what could not be had: a sheet with a folded corner, a sky, a cloud
  /// and a hill, torn across; 16 by 16 pixels.
  private mutating func paintTornPage(_ area: PaintRect, inset: Double, atEnd: Bool) {
    guard !area.isEmpty else { return }
    list.pushClip(area)
    defer { list.pop() }
    let corner = PaintPoint(x: atEnd ? area.maxX - inset - 16 : area.x + inset, y: area.y + inset)
    func polygon(_ points: [(Double, Double)], _ color: UInt32) {
      list.fill(
        PaintPath(polygon: points.map { PaintPoint(x: corner.x + $0.0, y: corner.y + $0.1) }), Color(hex: color))
    }
    let line: UInt32 = 0x9C9C9C
    let hill: UInt32 = 0x5AAA3C
    polygon([(0, 0), (11, 0), (16, 4.5), (16, 8), (7, 16), (0, 16)], line)
    polygon([(1, 1), (10.5, 1), (10.5, 5), (15, 5), (15, 8.9), (8.1, 15), (1, 15)], 0xC9D9F6)
    polygon([(1, 1), (10.5, 1), (10.5, 4), (1, 4)], 0xDAE6FC)
    polygon([(5, 3), (7.5, 3), (8, 6), (2, 6), (2, 5), (3, 4.3)], 0xFFFFFF)
    polygon([(1, 15), (2.5, 13), (5, 10.8), (7, 10), (9.5, 10), (11.9, 11.7), (8.1, 15)], hill)
    polygon([(11.5, 1), (15, 4), (11.5, 4)], 0xEDEDED)
    polygon([(16, 11), (16, 16), (10, 16)], line)
    polygon([(15, 12), (15, 15), (11.4, 15)], 0xC9D9F6)
    polygon([(14.2, 13.2), (15, 13.8), (15, 15), (11.6, 15)], hill)
  }
}
