import OffscreenDOM
import OffscreenGeometry
import OffscreenLayout
import OffscreenPaint

/// The part of a page's canvas that a picture shows.
struct PictureArea {
  /// In CSS pixels from the document's top left; its corner is a whole device pixel.
  let origin: PaintPoint
  /// What is painted: a little more, where the device's pixels ask for it.
  let rect: Rect
  /// Device pixels.
  let width: Int
  let height: Int
  /// What was cut off.
  let notes: [String]

  private static let longestSide = 32_767.0

  /// `scale`: device pixels per CSS pixel of the page.
  init(
    _ options: PageOptions, scale: Double, tree: FragmentTree, document: Document, name: String
  ) throws(RenderError) {
    // 1. What is wanted.
    let zoom = scale / options.scale
    let seen = (width: Double(options.viewport.width) / zoom, height: Double(options.viewport.height) / zoom)
    var wanted: PaintRect
    switch options.region {
    case .viewport:
      wanted = PaintRect(
        x: tree.scrollPosition.x.pixels, y: tree.scrollPosition.y.pixels, width: seen.width, height: seen.height)
    case .fullPage:
      // As high as scripts are told (`scrollHeight`): Chromium rounds to the nearest pixel.
      // https://drafts.csswg.org/cssom-view/#dom-element-scrollheight
      wanted = PaintRect(
        x: tree.scrollPosition.x.pixels, y: 0, width: seen.width,
        height: max(seen.height, Double(tree.documentSize.height.rounded)))
    case .element(let selector):
      wanted = try Self.box(of: selector, tree, document, name).outset(by: options.padding)
    case .rect(let rect):
      wanted = PaintRect(x: rect.x, y: rect.y, width: rect.width, height: rect.height).outset(by: options.padding)
    }
    // 2. On whole device pixels, as boxes are painted.
    func device(_ value: Double) -> Double { (value * scale + 0.5).rounded(.down) }
    let (left, top) = (device(wanted.minX), device(wanted.minY))
    var size = (width: max(1, device(wanted.maxX) - left), height: max(1, device(wanted.maxY) - top))
    if case .viewport = options.region { size = Self.viewportSize(options) }
    if case .fullPage = options.region { size.width = Self.viewportSize(options).width }
    // 3. No more than may be written.
    var notes: [String] = []
    if size.width > Self.longestSide {
      notes.append("the picture is cut off at \(Int(Self.longestSide)) of \(Int(size.width)) pixels of width")
      size.width = Self.longestSide
    }
    let tallest = (Double(options.limits.picturePixels) / size.width).rounded(.down)
    if size.height > tallest {
      notes.append(
        options.limits.warning(
          "picturePixels", "the picture is cut off at \(Int(tallest / scale)) of \(Int(size.height / scale)) pixels"))
      size.height = max(1, (tallest / scale).rounded(.down) * scale).rounded()
    }
    origin = PaintPoint(x: left / scale, y: top / scale)
    (width, height, self.notes) = (Int(size.width), Int(size.height), notes)
    rect = Rect(
      x: LayoutUnit(flooring: origin.x), y: LayoutUnit(flooring: origin.y),
      width: LayoutUnit(ceiling: size.width / scale), height: LayoutUnit(ceiling: size.height / scale))
  }

  /// Of a picture of the viewport, which does not depend on the page.
  private static func viewportSize(_ options: PageOptions) -> (width: Double, height: Double) {
    (
      max(1, (Double(options.viewport.width) * options.scale).rounded()),
      max(1, (Double(options.viewport.height) * options.scale).rounded())
    )
  }

  private static func box(
    of selector: String, _ tree: FragmentTree, _ document: Document, _ name: String
  ) throws(RenderError) -> PaintRect {
    let shown = String(selector.prefix(100))
    guard let matches = PageSelector(selector)?.elements(in: document) else {
      throw RenderError(.request, "'\(shown)' is not a valid selector")
    }
    if matches.isEmpty { throw RenderError(.input, "\(name): no element matches the selector '\(shown)'") }
    let wanted = Set(matches)
    let boxes = elementBoxes(of: tree, document: document)
    guard let box = boxes.first(where: { wanted.contains($0.node) && !$0.rect.isEmpty }) else {
      throw RenderError(.input, "\(name): what the selector '\(shown)' matches takes no room on the page")
    }
    return box.rect
  }
}
