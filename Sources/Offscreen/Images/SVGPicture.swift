import OffscreenCSS
import OffscreenDOM
import OffscreenHTML
import OffscreenImages
import OffscreenLayout
import OffscreenLoading
import OffscreenPaint
import OffscreenRaster
import OffscreenStyle
import OffscreenText

/// An SVG file as a picture: a document of its own, without scripts, which loads nothing.
/// https://svgwg.org/svg2-draft/conform.html#secure-animated-mode
///
/// Unchecked: a page's pictures are drawn by its own thread, as its fonts are.
package final class SVGPicture: VectorPicture, @unchecked Sendable {
  /// What pictures of a page share.
  package struct Surroundings {
    let fonts: PageFonts
    let limits: PageLimits
    let pixels: PixelBudget
    /// What drawing them may cost, all together.
    let drawing: DrawingBudget
    /// How many pictures this one is in.
    var depth = 0
    /// Where animations stand, in seconds.
    var time = 0.0
    /// Where animated pictures stand.
    var clock = PictureClock()

    init(fonts: PageFonts, limits: PageLimits, pixels: PixelBudget, drawing: DrawingBudget) {
      (self.fonts, self.limits, self.pixels, self.drawing) = (fonts, limits, pixels, drawing)
    }

    /// Of a picture by itself.
    package init(fonts: PageFonts) {
      self.init(
        fonts: fonts, limits: PageLimits(), pixels: PixelBudget(pixels: 1 << 24), drawing: DrawingBudget())
    }
  }

  package let naturalWidth: Double?
  package let naturalHeight: Double?
  package let naturalRatio: Double?
  private let root: NodeID
  private let document: Document
  private let engine: StyleEngine
  private let styles: StyledDocument
  private let surroundings: Surroundings
  private let pictures: DataPictures
  private let hasViewBox: Bool
  /// A view box without a width or height lets nothing be drawn, and leaves no dimensions.
  private let isEmpty: Bool
  private static let deepest = 4

  /// `view`: the fragment of its address.
  init(bytes: [UInt8], _ surroundings: Surroundings, view: String? = nil) throws(ImageError) {
    guard surroundings.depth < Self.deepest else { throw .unsupported(.svg, "drawings this deep in drawings") }
    // It would be unpacked to any size.
    guard !bytes.starts(with: [0x1F, 0x8B]) else { throw .unsupported(.svg, "compression") }
    document = XMLDocumentParser.parse(bytes: bytes, elementLimit: surroundings.limits.elements).document
    let root = document.documentElement
    VectorView.show(view, in: document)
    let parsed = VectorElements(document: document, styles: nil)
    guard !root.isNone, parsed.name(root) == "svg" else { throw .malformed(.svg, "no svg element") }
    guard surroundings.pixels.take(elements: document.nodeCount) else { throw .budgetExceeded }
    self.root = root
    self.surroundings = surroundings
    // With its own sheets only.
    let media = MediaContext(width: 300, height: 150)
    let collector = StyleSheetCollector(document: document, baseURL: "about:blank", media: media)
    VectorAnimations.sample(document, at: surroundings.time)
    engine = StyleEngine(document: document, sheets: collector.collect(), media: media)
    engine.time = surroundings.time
    styles = engine.run()
    var inner = surroundings
    inner.depth += 1
    pictures = DataPictures(inner)
    // https://svgwg.org/svg2-draft/coords.html#SizingSVGInCSS
    let elements = VectorElements(document: document, styles: styles)
    let style = elements.style(root)
    func side(_ value: SizeValue, _ attribute: Double?) -> Double? {
      if case .value(.length(let pixels)) = value { return Double(pixels) }
      if case .value = value { return nil }
      return attribute
    }
    let given = elements.naturalSize(of: root)
    let box = elements.viewBox(of: root)
    (hasViewBox, isEmpty) = (box != nil, box.map { $0.width <= 0 || $0.height <= 0 } ?? false)
    naturalWidth = isEmpty ? nil : side(style.box.width, given.width)
    naturalHeight = isEmpty ? nil : side(style.box.height, given.height)
    if let naturalWidth, let naturalHeight {
      naturalRatio = naturalWidth > 0 && naturalHeight > 0 ? naturalWidth / naturalHeight : nil
    } else {
      naturalRatio = isEmpty ? nil : elements.naturalRatio(of: root)
    }
  }

  package func render(
    width: Int, height: Int, objectWidth: Double?, objectHeight: Double?
  ) throws(ImageError) -> Bitmap {
    guard width > 0, height > 0, width <= 32_767, height <= 32_767 else {
      throw .tooLarge(width: width, height: height)
    }
    if isEmpty { return try Bitmap(width: width, height: height) }
    var size = (width: objectWidth ?? Double(width), height: objectHeight ?? Double(height))
    // Without a view box, but with a size of its own, a picture is stretched to the place it gets.
    if !hasViewBox, let naturalWidth, let naturalHeight { size = (naturalWidth, naturalHeight) }
    guard size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite else { throw .empty }
    let elements = VectorElements(document: document, styles: styles)
    elements.fonts = surroundings.fonts
    elements.restyle = { [engine] in engine.style(of: $0, under: $1) }
    let area = PaintRect(x: 0, y: 0, width: size.width, height: size.height)
    let list = DisplayList.drawing(
      root, elements, in: area,
      resources: PictureResources(
        pictures: pictures, fonts: surroundings.fonts, budget: surroundings.drawing),
      commandLimit: surroundings.limits.commands)
    if elements.isCutShort || list.isTruncated { surroundings.pixels.leaveOutElements() }
    var rasterizer = Rasterizer(fonts: surroundings.fonts)
    let style = elements.style(root)
    rasterizer.background = style.background.color.resolved(style.inherited.color)
    rasterizer.budget = surroundings.drawing
    return try rasterizer.picture(of: list, in: area, width: width, height: height)
  }
}

/// The pictures that stand in a drawing itself, in `data:` addresses.
private final class DataPictures {
  private let surroundings: SVGPicture.Surroundings
  private var known: [String: PageImage?] = [:]

  init(_ surroundings: SVGPicture.Surroundings) { self.surroundings = surroundings }

  func picture(at address: String) -> PageImage? {
    if let known = known[address] { return known }
    let image = load(address)
    known[address] = .some(image)
    return image
  }

  private func load(_ address: String) -> PageImage? {
    guard let url = PageURL(address), url.scheme == "data", let data = DataURL(url) else { return nil }
    return try? PageImage.picture(
      bytes: data.bytes, mimeType: data.mimeType.essence, surroundings, view: url.fragment)
  }
}

/// What a drawing may have: what is in it.
private struct PictureResources: PaintResources {
  let pictures: DataPictures
  let fonts: PageFonts
  let budget: DrawingBudget

  func picture(at address: String) -> PageImage? { pictures.picture(at: address) }
  func picture(of list: DisplayList, in area: PaintRect) -> PageImage? {
    PageImage(vector: ListPicture(list, area, fonts, budget))
  }
  func externalVectors(at address: String) -> VectorElements? { nil }
  // Not implemented: HTML in drawings that are pictures.
  func contents(of element: NodeID, width: Double, height: Double) -> DisplayList? { nil }
}

extension PageImage {
  /// A picture of any format. SVG is known by the type, or without one by its root element.
  package static func picture(
    bytes: [UInt8], mimeType: String, _ surroundings: SVGPicture.Surroundings, view: String? = nil
  ) throws(ImageError) -> PageImage {
    let isSVG = mimeType == "image/svg+xml" || ImageFormat.sniff(bytes) == nil && ImageFormat.looksLikeSVG(bytes)
    if isSVG { return PageImage(vector: try SVGPicture(bytes: bytes, surroundings, view: view)) }
    return try PageImage(
      source: ImageSource(bytes: bytes, maximumPixels: surroundings.limits.imagePixels), budget: surroundings.pixels,
      clock: surroundings.clock)
  }
}
