import OffscreenCSS
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
  /// What the element with the frame says of the margins of the page's body.
  let margins: FrameMargins
  private let budget: Budget

  /// The frames that all of a page's documents may have together.
  private final class Budget {
    let limit: Int
    var left: Int
    /// Of those whose scripts run: so many may be made, one after the other.
    var scriptedLeft = 256
    var wasExceeded = false
    /// What drawing the pages in all frames may cost.
    var drawing = DrawingBudget()
    init(_ limit: Int) { (self.limit, left) = (limit, limit) }
  }
  private static let deepest = 3

  init(_ limits: PageLimits) { (ancestors, margins, budget) = ([], FrameMargins(), Budget(limits.frames)) }
  private init(ancestors: [String], margins: FrameMargins, budget: Budget) {
    (self.ancestors, self.margins, self.budget) = (ancestors, margins, budget)
  }

  /// Whether a frame stays empty because of it.
  var wasExceeded: Bool { budget.wasExceeded }

  /// The frames of the page, with those inside of them, are counted anew.
  func restart() {
    guard ancestors.isEmpty else { return }
    (budget.left, budget.wasExceeded, budget.drawing) = (budget.limit, false, DrawingBudget())
  }

  var drawing: DrawingBudget { budget.drawing }

  /// How many frames there may still be.
  fileprivate var left: Int { budget.left }

  /// Counts frames that are there already; whether there may be so many more.
  fileprivate func count(_ frames: Int) -> Bool {
    guard frames <= budget.left else { return false }
    budget.left -= frames
    return true
  }

  /// Of a frame whose scripts run with those of the page at `url`, or of a window beside it, which is in no page.
  func enterScripted(from url: PageURL?, margins: FrameMargins) -> FrameNesting? {
    guard ancestors.count < Self.deepest, budget.scriptedLeft > 0 else {
      budget.wasExceeded = true
      return nil
    }
    budget.scriptedLeft -= 1
    return FrameNesting(
      ancestors: url.map { ancestors + [$0.hrefWithoutFragment] } ?? [], margins: margins, budget: budget)
  }

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

/// What was said of the pages in frames, each thing once.
final class FrameWarnings {
  private(set) var messages: [String] = []
  func add(_ more: [String]) {
    for message in more where !messages.contains(message) && messages.count < 100 { messages.append(message) }
  }
}

/// The pictures of the pages in a page's frames, each as large as its frame.
/// https://html.spec.whatwg.org/multipage/iframe-embed-object.html#the-iframe-element
final class Frames {
  /// Of the page around.
  private let source: PageSession.Source
  /// What addresses are relative to.
  private let base: PageURL
  /// Of the pages in the frames.
  private let warnings: FrameWarnings
  /// As of the last time: a frame whose page, size and scheme are the same has the same picture.
  private var kept: [NodeID: Kept] = [:]

  private struct Kept {
    var request: Request
    var picture: PageImage?
    /// The frames that it took, with those inside.
    var count: Int
  }

  /// What a frame's picture is made of.
  private struct Request: Equatable {
    var size: Viewport
    var markup: String?
    var address: String?
    var margins: FrameMargins
    var scheme: ColorScheme
  }

  init(_ source: PageSession.Source, base: PageURL, warnings: FrameWarnings) {
    (self.source, self.base, self.warnings) = (source, base, warnings)
  }

  private var document: Document { source.document }
  private var loader: ResourceLoader { source.loader }
  private var page: PageURL { source.page }
  private var options: PageOptions { source.options }
  private var nesting: FrameNesting { source.nesting }

  func pictures(in tree: FragmentTree, _ elementImages: ElementImages) -> [BoxID: PageImage] {
    var result: [BoxID: PageImage] = [:]
    let before = kept
    kept = [:]
    nesting.restart()
    for (box, size) in places(in: tree, elementImages) {
      let element = tree.boxes[box].node
      let request = request(of: tree.boxes[box], size)
      if let live = source.scripted.frames[element] {
        let isDark = request.scheme.isDark(preferred: options.colorScheme == .dark)
        result[box] = live.picture(size, isDarkBehind: isDark, within: nesting.drawing).map { PageImage(bitmap: $0) }
        warnings.add(live.session.warnings + live.session.innerWarnings.messages)
        continue
      }
      let left = nesting.left
      if let same = before[element], same.request == request, nesting.count(same.count) {
        kept[element] = same
      } else {
        let picture = picture(of: element, request)
        kept[element] = Kept(request: request, picture: picture, count: left - nesting.left)
      }
      result[box] = kept[element]?.picture
    }
    return result
  }

  /// The content boxes of frames that are on the page.
  private func places(in tree: FragmentTree, _ elementImages: ElementImages) -> [(box: BoxID, size: Viewport)] {
    func isFrame(_ node: NodeID) -> Bool { self.isFrame(node, elementImages) }
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

  private func isFrame(_ node: NodeID, _ elementImages: ElementImages) -> Bool {
    if document.isHTML(node, .iframe) || document.isHTML(node, .frame) { return true }
    guard document.isHTML(node, .object) || document.isHTML(node, .embed) else { return false }
    if case .frame = elementImages.image(of: node) { return true }
    return false
  }

  private func address(of element: NodeID) -> String? {
    document.isHTML(element, .object)
      ? document.names.find("data").flatMap { document.attribute(element, $0) } : document.attribute(element, .src)
  }

  private func request(of box: Box, _ size: Viewport) -> Request {
    let element = box.node
    var margins = FrameMargins()
    if document.isHTML(element, .iframe) || document.isHTML(element, .frame) {
      margins.width = document.attribute(element, .marginwidth)
      margins.height = document.attribute(element, .marginheight)
    }
    return Request(
      size: size, markup: document.isHTML(element, .iframe) ? document.attribute(element, .srcdoc) : nil,
      address: address(of: element), margins: margins, scheme: box.style.inherited.colorScheme)
  }

  private func picture(of element: NodeID, _ request: Request) -> PageImage? {
    guard let inner = nesting.enter(from: page, margins: request.margins),
      let resource = resource(of: element, request, inner)
    else { return nil }
    var own = options
    own.viewport = request.size
    own.region = .viewport
    own.scroll = .zero
    own.isMobile = false
    own.fitsWidth = false
    // What the element says of its scheme is what the page in it sees as the preferred one.
    // https://drafts.csswg.org/css-color-adjust-1/#color-scheme-effect
    let scheme = request.scheme
    let isDark = scheme.isDark(preferred: options.colorScheme == .dark)
    if scheme != ColorScheme() { own.colorScheme = isDark ? .dark : .light }
    let isInherited = request.markup != nil || DocumentSecurity.isInherited(by: resource.finalURL)
    let document = PageDocument(frame: resource, options.limits, inherited: isInherited ? source.security : nil)
    guard document.security.mayBeShown(in: inner.ancestors.compactMap { PageURL($0) }) else {
      warnings.add(["\(loader.name(of: document.url)): its Content Security Policy does not allow it in this page"])
      return nil
    }
    let page = LaidOutPage(
      document, loader: loader, fonts: source.fonts, options: own,
      userSheets: source.userSheets, fingerprint: source.fingerprint, timings: StageTimings(), nesting: inner)
    // What its address names is what it shows first.
    let fragment = request.markup == nil ? request.address.flatMap { base.joined($0)?.fragment } : nil
    if let place = page.place(ofFragment: fragment) {
      own.scroll = place
      page.show(own, fingerprint: source.fingerprint)
    }
    let picture = page.framePicture(isDarkBehind: isDark).map { PageImage(bitmap: $0) }
    // What is cut short there is cut short here.
    warnings.add(page.allWarnings)
    return picture
  }

  private func resource(of element: NodeID, _ request: Request, _ nesting: FrameNesting) -> Resource? {
    let isPlugin = document.isHTML(element, .object) || document.isHTML(element, .embed)
    if let markup = request.markup {
      // A document of `srcdoc` is never in quirks mode.
      return Resource(
        bytes: Array(("<!doctype html>" + markup).utf8), mimeType: .html, charset: "utf-8", finalURL: base)
    }
    guard let address = request.address, !address.isEmpty, let url = base.joined(address),
      url.scheme != "about", url.scheme != "javascript", !nesting.ancestors.contains(url.hrefWithoutFragment)
    else { return nil }
    do {
      let resource = try source.requests.load(url, as: .frame, for: isPlugin ? .object : .frame, by: element).get()
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
