import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry
import OffscreenHTML
import OffscreenLayout
import OffscreenLoading
import OffscreenStyle
import OffscreenText

/// A document's styles and fragments in one viewport.
struct PageLayout {
  let styles: StyledDocument
  /// Unscrolled.
  let tree: FragmentTree
  /// With the styles of this layout.
  let elementImages: ElementImages
  let warnings: [String]

  private static let maximumContainerRounds = 5

  /// What every layout of a document has in common.
  struct Source {
    let document: Document
    let encoding: Encoding
    /// The base URL.
    let base: PageURL
    let page: PageURL
    let loader: ResourceLoader
    let fonts: FontContext
    let images: ImageStore
    let userSheets: UserSheets
    let options: PageOptions
    let frameMargins: FrameMargins
  }

  init(_ source: Source, in viewport: LayoutViewport, timings: inout StageTimings) {
    // 1. What the markup names begins to load.
    let selection = ImageSelection(document: source.document, media: PageStyling.media(source.options, viewport))
    let preloads = PreloadScan(selection: selection, base: source.base, page: source.page, loader: source.loader)
    preloads.beginElements()

    // 2. Style, with the sheets and fonts that it asks for.
    var styling = timings.measure(.style) { PageStyling(source, selection: selection) }
    preloads.begin(styling.styles)

    // 3. Boxes and their layout.
    let elementImages = ElementImages(
      base: source.base, page: source.page, selection: selection, store: source.images, loader: source.loader)
    func layOut(_ styling: PageStyling, _ timings: inout StageTimings) -> (tree: FragmentTree, diagnostics: [String]) {
      elementImages.use(styling.styles)
      let boxes = timings.measure(.boxes) {
        var input = BoxTreeInput(
          document: source.document, styles: styling.styles, counterStyles: styling.counterStyles,
          image: { source.images.image($0) }, elementImage: { elementImages.image(of: $0) })
        input.runsScripts = source.options.runsScripts
        input.boxLimit = source.options.limits.boxes
        return BoxTreeBuilder.build(input, viewportStyle: styling.viewportStyle)
      }
      func layOut(_ boxes: BoxTree) -> (tree: FragmentTree, diagnostics: [String]) {
        let context = LayoutContext(
          boxes: boxes, fonts: source.fonts, document: source.document, viewport: viewport.size)
        return (context.layoutDocument(), context.diagnostics)
      }
      let layout = timings.measure(.layout) {
        let whole = layOut(boxes)
        let skipped = source.options.showsStart ? whole.tree.boxesToSkip(viewport: viewport.size) : []
        return skipped.isEmpty ? whole : layOut(boxes.skippingContents(of: skipped))
      }
      let cut =
        boxes.isCutShort
        ? [source.options.limits.warning("boxes", "the page has too many boxes: the rest is left out")] : []
      return (layout.tree, layout.diagnostics + cut)
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
    self.elementImages = elementImages
    (styles, tree, warnings) = (styling.styles, laidOut.tree, styling.warnings + laidOut.diagnostics)
  }
}
