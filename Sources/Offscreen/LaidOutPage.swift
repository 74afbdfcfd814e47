import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry
import OffscreenHTML
import OffscreenImages
import OffscreenLayout
import OffscreenLoading
import OffscreenPaint
import OffscreenRaster
import OffscreenStyle
import OffscreenText

/// A page that went through every stage but painting. One layout serves its picture and its boxes.
final class LaidOutPage {
  private let source: Resource
  private let document: Document
  private let fonts: FontContext
  private let images: ImageStore
  private let elementImages: ElementImages
  private let loader: ResourceLoader
  private let options: PageOptions
  private let fingerprint: Fingerprint
  private let tree: FragmentTree
  private let styles: StyledDocument
  private var timings: StageTimings
  private let frames: Frames
  private(set) var warnings: [String] = []

  private let page: PageURL
  /// By address; nil where there is none to be had.
  private var otherVectors: [String: VectorElements?] = [:]

  private static let maximumContainerRounds = 5
  private static let maximumExternalDocuments = 32

  init(
    _ page: PageDocument, loader: ResourceLoader, fonts: FontContext, options: PageOptions, fingerprint: Fingerprint,
    timings: StageTimings, nesting: FrameNesting = FrameNesting()
  ) {
    let (parsed, url) = (page.parsed, page.url)
    var timings = timings
    let viewport = Size(width: LayoutUnit(options.viewport.width), height: LayoutUnit(options.viewport.height))

    // 1. What the markup names begins to load.
    let document = parsed.document
    let base = PageStyling.baseURL(of: document, page: url)
    let selection = ImageSelection(document: document, media: options.media)
    let preloads = PreloadScan(selection: selection, base: base, page: url, loader: loader)
    preloads.beginElements()

    // 2. Style, with the sheets and fonts that it asks for.
    var styling = timings.measure(.style) {
      PageStyling(
        base: base, page: url, selection: selection, loader: loader, fonts: fonts, settle: options.settle,
        encoding: parsed.encoding)
    }
    preloads.begin(styling.styles)

    // 3. Boxes and their layout.
    let images = ImageStore(loader: loader, page: url)
    let elementImages = ElementImages(base: base, page: url, selection: selection, store: images, loader: loader)
    func layOut(_ styling: PageStyling, _ timings: inout StageTimings) -> (tree: FragmentTree, diagnostics: [String]) {
      elementImages.use(styling.styles)
      let boxes = timings.measure(.boxes) {
        BoxTreeBuilder.build(
          BoxTreeInput(
            document: document, styles: styling.styles, counterStyles: styling.counterStyles,
            image: { images.image($0) }, elementImage: { elementImages.image(of: $0) }),
          viewportStyle: styling.viewportStyle)
      }
      let layout = LayoutContext(boxes: boxes, fonts: fonts, document: document, viewport: viewport)
      let tree = timings.measure(.layout) { layout.layoutDocument() }
      return (tree, layout.diagnostics)
    }
    var laidOut = layOut(styling, &timings)

    // 4. Container queries ask for sizes: each round answers those of one more level of containers.
    var sizes: [NodeID: ContainerSize] = [:]
    for _ in 0..<Self.maximumContainerRounds where styling.styles.usesContainers {
      let found = laidOut.tree.containerSizes()
      if found == sizes { break }
      sizes = found
      timings.measure(.style) { styling.restyle(containerSizes: found) }
      laidOut = layOut(styling, &timings)
    }

    // 5. Pictures of `sizes=auto` are chosen by their width, which does not depend on them.
    let waiting = Set(elementImages.waiting)
    if !waiting.isEmpty {
      elementImages.use(laidOut.tree.contentSizes { waiting.contains($0.node) }.mapValues(\.width))
      laidOut = layOut(styling, &timings)
    }
    tree = laidOut.tree
    styles = styling.styles

    (self.document, self.fonts, self.images, self.elementImages) = (document, fonts, images, elementImages)
    self.page = url
    (self.options, self.fingerprint, self.timings, self.loader) = (options, fingerprint, timings, loader)
    frames = Frames(
      document: document, elementImages: elementImages, base: base, page: url, loader: loader, fonts: fonts,
      options: options, fingerprint: fingerprint, nesting: nesting)
    source = page.resource
    warnings = page.warnings + parsed.diagnostics.map(\.description) + styling.warnings + laidOut.diagnostics + images.warnings
  }

  /// The page's pictures, all of one drawing.
  func render(_ outputs: [PictureOutput]) throws(RenderError) -> Rendering {
    let viewport = options.viewport
    let scale = options.scale
    var height = Double(viewport.height)
    if options.fullPage { height = max(height, Double(tree.documentSize.height.ceil)) }
    let width = Double(viewport.width)
    // 1. The canvas that the picture shows, cut at what may be written.
    var notes: [String] = []
    let tallest = (Double(PageRenderer.outputPixels) / (width * scale) / scale).rounded(.down)
    if height > tallest {
      notes.append("the picture is cut off at \(Int(tallest)) of \(Int(height)) pixels")
      height = tallest
    }
    let area = Rect(x: 0, y: 0, width: LayoutUnit(width), height: LayoutUnit(height))
    // 2. Paint and draw.
    let list = timings.measure(.paint) { paint(area) }
    if options.failsOnTimeout, let late = loader.firstLate { throw RenderError(late) }
    let size = (
      width: max(1, Int((width * scale).rounded())), height: max(1, Int((height * scale).rounded()))
    )
    do {
      let pictures = try encode(list, size, outputs)
      return Rendering(pictures: pictures, warnings: warnings + notes, timings: timings, resources: resources())
    } catch {
      throw RenderError(.limit, "the picture of \(size.width)x\(size.height) pixels could not be made: \(error)")
    }
  }

  private func paint(_ area: Rect) -> DisplayList {
    var paint = PaintOptions(
      document: document, fonts: fonts, images: paintImages(), picture: area, scale: options.scale)
    paint.frames = frames.pictures(in: tree)
    paint.styles = styles
    paint.attributeImage = { [elementImages] in elementImages.picture($0) }
    paint.externalVectors = { [self] in externalVectors($0) }
    paint.vectorPicture = { [elementImages] in elementImages.picture(of: $0) }
    return Painter.paint(tree, paint)
  }

  /// The elements of an SVG document that a style refers to.
  private func externalVectors(_ address: String) -> VectorElements? {
    if let known = otherVectors[address] { return known }
    otherVectors[address] = .some(nil)
    guard otherVectors.count <= Self.maximumExternalDocuments, let url = PageURL(address),
      case .success(let resource) = loader.load(url, as: .image, referrer: page)
    else { return nil }
    let parsed = DocumentParsing.parse(resource)
    // With its own sheets only.
    let media = MediaContext(width: Double(options.viewport.width), height: Double(options.viewport.height))
    let collector = StyleSheetCollector(
      document: parsed.document, baseURL: resource.finalURL.href, media: media, load: { _ in nil },
      joinURL: { address, _ in address })
    let engine = StyleEngine(document: parsed.document, sheets: collector.collect(), media: media)
    let elements = VectorElements(document: parsed.document, styles: engine.run())
    otherVectors[address] = elements
    return elements
  }

  /// What is seen of the page in a frame that is as large as its viewport: transparent where nothing is
  /// painted.
  func framePicture() -> Bitmap? {
    let (width, height) = (Double(options.viewport.width), Double(options.viewport.height))
    let list = paint(Rect(x: 0, y: 0, width: LayoutUnit(width), height: LayoutUnit(height)))
    var rasterizer = Rasterizer(fonts: fonts)
    rasterizer.background = .transparent
    return try? rasterizer.draw(
      list, width: max(1, Int((width * options.scale).rounded())),
      height: max(1, Int((height * options.scale).rounded())), scale: options.scale)
  }

  /// Bands go from one surface into all outputs.
  private func encode(
    _ list: DisplayList, _ size: (width: Int, height: Int), _ outputs: [PictureOutput]
  ) throws -> [RenderedPicture] {
    let start = ContinuousClock.now
    var encoding = Duration.zero
    let sinks = try outputs.map { output in
      let own = output.notes.sorted { $0.key < $1.key }.map { PNGText($0.key, $0.value) }
      return try PictureSink(
        output, width: size.width, height: size.height, isOpaque: options.background.isOpaque,
        notes: fingerprint.with(output.thumbnail).notes + own)
    }
    var rasterizer = Rasterizer(fonts: fonts)
    rasterizer.background = options.background.color
    try rasterizer.draw(list, width: size.width, height: size.height, scale: options.scale) {
      band, rows in
      let start = ContinuousClock.now
      for sink in sinks { sink.append(band, rows: rows) }
      encoding += ContinuousClock.now - start
    }
    let finish = ContinuousClock.now
    let pictures = try sinks.map { sink in
      let file = try sink.finish()
      return RenderedPicture(data: file.data, width: file.width, height: file.height)
    }
    timings[.encode] += encoding + (ContinuousClock.now - finish)
    timings[.raster] += finish - start - encoding
    return pictures
  }

  /// The files and addresses that the page was made from, so far.
  func resources() -> [UsedResource] {
    loader.contents().map { content in
      switch content.result {
      case .success(let bytes):
        UsedResource(url: content.url, sha256: ContentHash.sha256(bytes), bytes: bytes.count)
      case .failure(let error): UsedResource(url: content.url, error: error.description)
      }
    }
  }

  /// The page with all that it uses, as one file.
  func archive() -> [UInt8] {
    // What is only seen elsewhere (in other windows, on paper) is part of the page too.
    PreloadScan(
      selection: ImageSelection(document: document, media: options.media),
      base: PageStyling.baseURL(of: document, page: source.finalURL), page: source.finalURL, loader: loader
    ).loadAlternatives()
    _ = paint(Rect(x: 0, y: 0, width: LayoutUnit(options.viewport.width), height: LayoutUnit(options.viewport.height)))
    let page = PageArchive.Part(address: source.finalURL.hrefWithoutFragment, resource: source)
    return PageArchive.encoded(page: page, title: document.title, parts: loader.archivedParts())
  }

  /// The pictures by address, for backgrounds and borders: those that styles name are loaded here.
  private func paintImages() -> [String: PageImage] {
    for box in tree.boxes.boxes { images.load(addressesIn: box.style) }
    return images.loaded
  }

  /// The boxes of the elements, as the command line's contract says.
  func inspection(styles: Bool = false) -> String {
    let used = styles ? usedValues(of: tree) : [:]
    let text = { (node: NodeID) in self.styles.style(of: node).map { ComputedText($0, used: used[node]) } }
    return Inspection.json(
      boxes: elementBoxes(of: tree, document: document), document: document, viewport: options.viewport,
      documentSize: tree.documentSize, text: styles ? text : nil)
  }
}
