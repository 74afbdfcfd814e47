import OffscreenCSS
import OffscreenDOM
import OffscreenHTML
import OffscreenImages
import OffscreenLayout
import OffscreenLoading
import OffscreenPaint
import OffscreenPlatform
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
    var fonts: PageFonts
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
    /// The reader's.
    var languages = VectorElements.usualLanguages

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
  /// As if it were of the usual size.
  private let styling: Styling
  /// As it was drawn last, where its size counts.
  private var sized: (media: MediaContext, styling: Styling)?
  private let asksForSize: Bool
  private let asksForScheme: Bool
  private let surroundings: Surroundings
  private let pictures: DataPictures
  /// Without a view box, but with a size of its own that is not nothing, a picture is stretched to the place it gets.
  private let isStretched: Bool
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
    document.show(fragment: view)
    let parsed = VectorElements(document: document, styles: nil)
    guard !root.isNone, parsed.name(root) == "svg" else { throw .malformed(.svg, "no svg element") }
    guard surroundings.pixels.take(elements: document.nodeCount) else { throw .budgetExceeded }
    self.root = root
    VectorAnimations.sample(document, at: surroundings.time)
    styling = Styling(document, MediaContext(width: 300, height: 150), time: surroundings.time)
    var own = surroundings
    own.fonts = surroundings.fonts.with(styling.styles.fontFaces)
    self.surroundings = own
    asksForScheme = bytes.contains(bytes: "prefers-color-scheme".utf8)
    asksForSize = ["vw", "vh", "vm", "@media"].contains { bytes.contains(bytes: $0.utf8) }
    var inner = surroundings
    inner.depth += 1
    pictures = DataPictures(inner)
    // https://svgwg.org/svg2-draft/coords.html#SizingSVGInCSS
    let elements = VectorElements(document: document, styles: styling.styles)
    let style = elements.style(root)
    func side(_ value: SizeValue, _ attribute: Double?) -> Double? {
      if case .value(.length(let pixels)) = value { return Double(pixels) }
      if case .value = value { return nil }
      return attribute
    }
    let given = elements.naturalSize(of: root)
    let box = elements.viewBox(of: root)
    isEmpty = box.map { $0.width <= 0 || $0.height <= 0 } ?? false
    isStretched =
      box == nil
      && [KnownName.width, .height].allSatisfy { [document] name in
        let length = document.attribute(root, name).flatMap { VectorElements.length($0, basis: 100, fontSize: 16) }
        return length.map { $0 > 0 } ?? true
      }
    naturalWidth = isEmpty ? nil : side(style.box.width, given.width)
    naturalHeight = isEmpty ? nil : side(style.box.height, given.height)
    if let naturalWidth, let naturalHeight, naturalWidth > 0, naturalHeight > 0 {
      naturalRatio = naturalWidth / naturalHeight
    } else {
      naturalRatio = isEmpty ? nil : elements.naturalRatio(of: root)
    }
  }

  package func render(
    width: Int, height: Int, objectWidth: Double?, objectHeight: Double?
  ) throws(ImageError) -> Bitmap {
    try render(width: width, height: height, objectWidth: objectWidth, objectHeight: objectHeight, isDark: false)
  }

  package var inDark: (any VectorPicture)? { asksForScheme ? DarkPicture(self) : nil }

  fileprivate func render(
    width: Int, height: Int, objectWidth: Double?, objectHeight: Double?, isDark: Bool
  ) throws(ImageError) -> Bitmap {
    guard width > 0, height > 0, width <= 32_767, height <= 32_767 else {
      throw .tooLarge(width: width, height: height)
    }
    if isEmpty { return try Bitmap(width: width, height: height) }
    var size = (width: objectWidth ?? Double(width), height: objectHeight ?? Double(height))
    if isStretched { size = (naturalWidth ?? size.width, naturalHeight ?? size.height) }
    guard size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite else { throw .empty }
    let styled = styling(at: size.width, size.height, isDark: isDark)
    let elements = VectorElements(document: document, styles: styled.styles)
    (elements.fonts, elements.languages) = (surroundings.fonts, surroundings.languages)
    elements.restyle(with: styled.engine)
    let area = PaintRect(x: 0, y: 0, width: size.width, height: size.height)
    let list = DisplayList.drawing(
      root, elements, in: area,
      resources: PictureResources(
        document: document, styles: styled.styles, elements: elements, pictures: pictures, surroundings: surroundings),
      commandLimit: surroundings.limits.commands)
    if elements.isCutShort || list.isTruncated { surroundings.pixels.leaveOutElements() }
    var rasterizer = Rasterizer(fonts: surroundings.fonts)
    let style = elements.style(root)
    rasterizer.background = style.background.color.resolved(style.inherited.color)
    rasterizer.budget = surroundings.drawing
    return try rasterizer.picture(of: list, in: area, width: width, height: height)
  }
}

extension SVGPicture {
  /// Optimization: most look the same at any size.
  private func styling(at width: Double, _ height: Double, isDark: Bool) -> Styling {
    guard asksForSize || isDark else { return styling }
    var media = MediaContext(width: width, height: height)
    media.prefersDark = isDark
    if let sized, sized.media == media { return sized.styling }
    let new = Styling(document, media, time: surroundings.time)
    sized = (media, new)
    return new
  }

  /// With its own sheets only, in a viewport of its size.
  private struct Styling {
    let engine: StyleEngine
    let styles: StyledDocument

    init(_ document: Document, _ media: MediaContext, time: Double) {
      let collector = StyleSheetCollector(document: document, baseURL: "about:blank", media: media)
      engine = StyleEngine(document: document, sheets: collector.collect(), media: media)
      engine.time = time
      styles = engine.run()
    }
  }
}

/// The picture that a reader sees who prefers dark colours.
///
/// Unchecked: as the picture itself.
private final class DarkPicture: VectorPicture, @unchecked Sendable {
  private let picture: SVGPicture
  init(_ picture: SVGPicture) { self.picture = picture }

  var naturalWidth: Double? { picture.naturalWidth }
  var naturalHeight: Double? { picture.naturalHeight }
  var naturalRatio: Double? { picture.naturalRatio }

  func render(
    width: Int, height: Int, objectWidth: Double?, objectHeight: Double?
  ) throws(ImageError) -> Bitmap {
    try picture.render(
      width: width, height: height, objectWidth: objectWidth, objectHeight: objectHeight, isDark: true)
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
  let document: Document
  let styles: StyledDocument
  let elements: VectorElements
  let pictures: DataPictures
  let surroundings: SVGPicture.Surroundings
  /// How many drawings with HTML in them this is in.
  private var depth = 0
  private static let maximumDepth = 4

  init(
    document: Document, styles: StyledDocument, elements: VectorElements, pictures: DataPictures,
    surroundings: SVGPicture.Surroundings
  ) {
    (self.document, self.styles, self.elements) = (document, styles, elements)
    (self.pictures, self.surroundings) = (pictures, surroundings)
  }

  func picture(at address: String) -> PageImage? { pictures.picture(at: address) }
  func picture(of list: DisplayList, in area: PaintRect) -> PageImage? {
    PageImage(vector: ListPicture(list, area, surroundings.fonts, surroundings.drawing))
  }
  func externalVectors(at address: String) -> VectorElements? { nil }

  func contents(of element: NodeID, width: Double, height: Double) -> DisplayList? {
    guard depth < Self.maximumDepth, let style = styles.style(of: element) else { return nil }
    var input = BoxTreeInput(
      document: document, styles: styles, counterStyles: styles.counterStyles,
      resources: PictureBoxes(elements: elements, pictures: pictures))
    input.boxLimit = surroundings.limits.boxes
    guard
      let tree = ForeignContents.layOut(element, style, width: width, height: height, input, surroundings.fonts)
    else { return nil }
    var images: [String: PageImage] = [:]
    for address in tree.boxes.boxes.flatMap(\.style.pictureAddresses) {
      images[address] = pictures.picture(at: address)
    }
    var paint = PaintOptions(
      document: document, fonts: surroundings.fonts, images: images,
      picture: ForeignContents.area(width: width, height: height))
    paint.styles = styles
    paint.isDarkBehind = nil
    paint.commandLimit = surroundings.limits.commands
    paint.vectors = elements
    var inner = self
    inner.depth += 1
    paint.resources = inner
    return Painter.paint(tree, paint)
  }
}

/// What boxes in a drawing show: pictures that are in it.
private struct PictureBoxes: BoxResources {
  let elements: VectorElements
  let pictures: DataPictures

  func picture(at address: String) -> PageImage? { pictures.picture(at: address) }
  func image(of element: NodeID) -> ElementImage {
    let document = elements.document
    if document.namespace(element) == .svg {
      let size = elements.naturalSize(of: element)
      return .drawing(width: size.width, height: size.height, ratio: elements.naturalRatio(of: element))
    }
    guard document.isHTML(element, .img), let address = document.attribute(element, .src) else { return .none }
    return pictures.picture(at: address).map { .image($0, density: 1) } ?? .broken
  }
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
