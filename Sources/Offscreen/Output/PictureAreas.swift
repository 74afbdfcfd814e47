import OffscreenDOM
import OffscreenLayout
import OffscreenPaint

/// The parts of a page that its pictures show: one, but for `PictureRegion.eachElement`.
struct PictureAreas {
  private(set) var areas: [PictureArea] = []
  /// What was left out or cut off.
  private(set) var notes: [String] = []

  /// Whether there may be several.
  var isOfEach: Bool { if case .eachElement = options.region { true } else { false } }

  /// Pictures of one page may have so many times the pixels together that one may have.
  static let pixelFactor = 4

  private let options: PageOptions
  private let tree: FragmentTree
  private let document: Document
  /// The page's name in messages.
  private let name: String

  /// `scale`: device pixels per CSS pixel of the page.
  init(
    _ options: PageOptions, scale: Double, tree: FragmentTree, document: Document, name: String
  ) throws(RenderError) {
    (self.options, self.tree, self.document, self.name) = (options, tree, document, name)
    var pixels = options.limits.picturePixels * Self.pixelFactor
    for wanted in try wanted(zoom: scale / options.scale) {
      let area = PictureArea(wanted, options, scale: scale)
      pixels -= area.width * area.height
      if pixels < 0 {
        let what = "the pictures have too many pixels together: only the first \(areas.count) are taken"
        notes.append(options.limits.warning("picturePixels", what))
        break
      }
      areas.append(area)
      for note in area.notes where !notes.contains(note) { notes.append(note) }
    }
  }

  /// In CSS pixels from the document's top left.
  private mutating func wanted(zoom: Double) throws(RenderError) -> [PaintRect] {
    let seen = (width: Double(options.viewport.width) / zoom, height: Double(options.viewport.height) / zoom)
    switch options.region {
    case .viewport, .pages:
      return [
        PaintRect(
          x: tree.scrollPosition.x.pixels, y: tree.scrollPosition.y.pixels, width: seen.width, height: seen.height)
      ]
    case .fullPage:
      // As high as scripts are told (`scrollHeight`): Chromium rounds to the nearest pixel.
      // https://drafts.csswg.org/cssom-view/#dom-element-scrollheight
      return [
        PaintRect(
          x: tree.scrollPosition.x.pixels, y: tree.documentArea.minY.pixels, width: seen.width,
          height: max(seen.height, Double(tree.documentSize.height.rounded)))
      ]
    case .element(let selector): return [try union([selector])]
    case .elements(let selectors): return [try union(selectors)]
    case .eachElement(let selector):
      let found = try boxes(of: selector, elementBoxes(of: tree, document: document))
      if found.count > PictureRegion.mostPictures {
        notes.append(
          "\(found.count) elements match the selector: only the first \(PictureRegion.mostPictures) are pictured")
      }
      return found.prefix(PictureRegion.mostPictures).map { $0.outset(by: options.padding) }
    case .rect(let rect):
      let part = PaintRect(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
      let canvas = PaintRect(
        x: tree.documentArea.minX.pixels, y: tree.documentArea.minY.pixels,
        width: max(seen.width, tree.documentSize.width.pixels),
        height: max(seen.height, tree.documentSize.height.pixels))
      guard part.intersects(canvas) else {
        let size = PageSize(width: canvas.width, height: canvas.height)
        throw RenderError(.input, "\(name): the part \(rect) lies outside of the document, which is \(size) CSS pixels")
      }
      return [part.outset(by: options.padding)]
    }
  }

  private func union(_ selectors: [String]) throws(RenderError) -> PaintRect {
    let all = elementBoxes(of: tree, document: document)
    var result: PaintRect?
    for selector in selectors {
      guard let box = try boxes(of: selector, all).first else { continue }
      result = result?.union(box) ?? box
    }
    return (result ?? .zero).outset(by: options.padding)
  }

  /// Of the elements that a selector matches and that take room on the page: at least one.
  private func boxes(of selector: String, _ all: [ElementBox]) throws(RenderError) -> [PaintRect] {
    let shown = String(selector.prefix(100))
    guard let matches = PageSelector(selector)?.elements(in: document) else {
      throw RenderError(.request, PageSelector.problem(selector))
    }
    if matches.isEmpty { throw RenderError(.input, "\(name): no element matches the selector '\(shown)'") }
    let wanted = Set(matches)
    let found = all.filter { wanted.contains($0.node) && !$0.rect.isEmpty }
    if found.isEmpty {
      throw RenderError(.input, "\(name): what the selector '\(shown)' matches takes no room on the page")
    }
    return found.map(\.rect)
  }
}
