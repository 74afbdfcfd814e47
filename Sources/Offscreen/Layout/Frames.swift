import OffscreenDOM
import OffscreenGeometry
import OffscreenImages
import OffscreenLayout
import OffscreenLoading
import OffscreenPaint
import OffscreenRaster
import OffscreenStyle
import OffscreenText

/// Where a page stands among the pages that contain it, and how many more may come.
final class FrameNesting {
  /// The addresses of the pages around, outermost first.
  let ancestors: [String]
  /// The margins of the page's body by the frame element's attributes.
  let margins: FrameMargins
  private let budget: Budget

  /// The frames that all of a page's documents may have together.
  private final class Budget {
    var left: Int
    var wasExceeded = false
    init(_ left: Int) { self.left = left }
  }
  private static let deepest = 3

  init(_ limits: PageLimits) { (ancestors, margins, budget) = ([], FrameMargins(), Budget(limits.frames)) }
  private init(ancestors: [String], margins: FrameMargins, budget: Budget) {
    (self.ancestors, self.margins, self.budget) = (ancestors, margins, budget)
  }

  /// Whether a frame stays empty because of it.
  var wasExceeded: Bool { budget.wasExceeded }

  /// Of a frame in the page at `url`; nil where there may be no more.
  func enter(from url: PageURL, margins: FrameMargins) -> FrameNesting? {
    guard ancestors.count < Self.deepest, budget.left > 0 else {
      budget.wasExceeded = true
      return nil
    }
    budget.left -= 1
    return FrameNesting(ancestors: ancestors + [url.hrefWithoutFragment], margins: margins, budget: budget)
  }
}

/// The warnings of the pages in frames, each once.
final class FrameWarnings {
  private(set) var messages: [String] = []
  func add(_ more: [String]) {
    for message in more where !messages.contains(message) && messages.count < 100 { messages.append(message) }
  }
}

/// The pictures of the pages in a page's frames, each as large as its frame.
/// https://html.spec.whatwg.org/multipage/iframe-embed-object.html#the-iframe-element
struct Frames {
  let document: Document
  let elementImages: ElementImages
  /// The base URL.
  let base: PageURL
  let page: PageURL
  let loader: ResourceLoader
  let fonts: FontContext
  /// Of the page around.
  let options: PageOptions
  let userSheets: UserSheets
  let fingerprint: Fingerprint
  let nesting: FrameNesting
  /// Of the pages in the frames.
  let warnings = FrameWarnings()

  func pictures(in tree: FragmentTree) -> [BoxID: PageImage] {
    var result: [BoxID: PageImage] = [:]
    for (box, size) in places(in: tree) {
      guard let picture = picture(of: tree.boxes[box], size) else { continue }
      result[box] = picture
    }
    return result
  }

  /// The content boxes of frames that are on the page.
  private func places(in tree: FragmentTree) -> [(box: BoxID, size: Viewport)] {
    let hasFrames = tree.boxes.boxes.indices.contains {
      tree.boxes.boxes[$0].kind == .replaced && isFrame(tree.boxes.boxes[$0].node)
    }
    guard hasFrames, !tree.root.isNone else { return [] }
    var result: [(box: BoxID, size: Viewport)] = []
    var open = [tree.root]
    while let id = open.popLast() {
      let fragment = tree[id]
      if fragment.kind == .box, !fragment.box.isNone, tree.boxes[fragment.box].kind == .replaced,
        isFrame(tree.boxes[fragment.box].node)
      {
        let edges = fragment.border + fragment.padding
        let width = (fragment.size.width - edges.left - edges.right).rounded
        let height = (fragment.size.height - edges.top - edges.bottom).rounded
        if width > 0, height > 0, width <= 8_192, height <= 8_192 {
          result.append((fragment.box, Viewport(width: width, height: height)))
        }
      }
      for link in tree.children(id).reversed() where !link.fragment.isNone { open.append(link.fragment) }
    }
    return result
  }

  private func isFrame(_ node: NodeID) -> Bool {
    if document.isHTML(node, .iframe) || document.isHTML(node, .frame) { return true }
    guard document.isHTML(node, .object) || document.isHTML(node, .embed) else { return false }
    if case .frame = elementImages.image(of: node) { return true }
    return false
  }

  private func address(of element: NodeID) -> String? {
    document.isHTML(element, .object)
      ? document.names.find("data").flatMap { document.attribute(element, $0) } : document.attribute(element, .src)
  }

  private func picture(of box: Box, _ size: Viewport) -> PageImage? {
    let element = box.node
    var margins = FrameMargins()
    if document.isHTML(element, .iframe) || document.isHTML(element, .frame) {
      margins.width = document.attribute(element, .marginwidth)
      margins.height = document.attribute(element, .marginheight)
    }
    guard let inner = nesting.enter(from: page, margins: margins), let resource = resource(of: element, inner)
    else { return nil }
    var own = options
    own.viewport = size
    own.region = .viewport
    own.scroll = .zero
    own.isMobile = false
    own.fitsWidth = false
    // What the element says of its scheme is what the page in it sees as the preferred one.
    // https://drafts.csswg.org/css-color-adjust-1/#color-scheme-effect
    let scheme = box.style.inherited.colorScheme
    let isDark = scheme.isDark(preferred: options.colorScheme == .dark)
    if !scheme.isNormal { own.colorScheme = isDark ? .dark : .light }
    let page = LaidOutPage(
      PageDocument(frame: resource, options.limits), loader: loader, fonts: fonts, options: own, userSheets: userSheets,
      fingerprint: fingerprint, timings: StageTimings(), nesting: inner)
    let picture = page.framePicture(isDarkBehind: isDark).map { PageImage(bitmap: $0) }
    // What is cut short there is cut short here.
    warnings.add(page.allWarnings)
    return picture
  }

  private func resource(of element: NodeID, _ nesting: FrameNesting) -> Resource? {
    if document.isHTML(element, .iframe), let markup = document.attribute(element, .srcdoc) {
      // A document of `srcdoc` is never in quirks mode.
      return Resource(
        bytes: Array(("<!doctype html>" + markup).utf8), mimeType: .html, charset: "utf-8", finalURL: base)
    }
    guard let address = address(of: element), !address.isEmpty, let url = base.joined(address),
      url.scheme != "about", url.scheme != "javascript", !nesting.ancestors.contains(url.hrefWithoutFragment)
    else { return nil }
    do {
      let resource = try loader.load(url, as: .frame, referrer: page).get()
      if let what = DocumentParsing.whatCannotBeShown(resource.mimeType) {
        warnings.add(["\(loader.name(of: url)): this is \(what), not a page"])
        return nil
      }
      return resource.bytes.isEmpty ? nil : resource
    } catch {
      warnings.add([error.description])
      return nil
    }
  }
}
