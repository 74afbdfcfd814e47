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
  let warnings: [String]

  private static let maximumContainerRounds = 5

  /// What every layout of a document has in common.
  struct Source {
    let document: Document
    let encoding: Encoding
    /// What addresses are relative to.
    let base: PageURL
    let page: PageURL
    let loader: ResourceLoader
    let fonts: FontContext
    let images: ImageStore
    let elementImages: ElementImages
    let preloads: PreloadScan
    let userSheets: UserSheets
    let options: PageOptions
  }

  init(_ source: Source, in viewport: LayoutViewport, timings: inout StageTimings) {
    // 1. Style, with the sheets and fonts that it asks for.
    var styling = timings.measure(.style) { PageStyling(source, viewport: viewport) }
    source.preloads.begin(styling.styles)

    // 2. Boxes and their layout.
    func layOut(_ styling: PageStyling, _ timings: inout StageTimings) -> (tree: FragmentTree, diagnostics: [String]) {
      source.elementImages.use(styling.styles)
      let boxes = timings.measure(.boxes) {
        BoxTreeBuilder.build(
          BoxTreeInput(
            document: source.document, styles: styling.styles, counterStyles: styling.counterStyles,
            image: { source.images.image($0) }, elementImage: { source.elementImages.image(of: $0) }),
          viewportStyle: styling.viewportStyle)
      }
      let layout = LayoutContext(
        boxes: boxes, fonts: source.fonts, document: source.document, viewport: viewport.size)
      let tree = timings.measure(.layout) { layout.layoutDocument() }
      return (tree, layout.diagnostics)
    }
    var laidOut = layOut(styling, &timings)

    // 3. Container queries ask for sizes: each round answers those of one more level of containers.
    var sizes: [NodeID: ContainerSize] = [:]
    for _ in 0..<Self.maximumContainerRounds where styling.styles.usesContainers {
      let found = laidOut.tree.containerSizes()
      if found == sizes { break }
      sizes = found
      timings.measure(.style) { styling.restyle(containerSizes: found) }
      laidOut = layOut(styling, &timings)
    }
    (styles, tree, warnings) = (styling.styles, laidOut.tree, styling.warnings + laidOut.diagnostics)
  }
}
