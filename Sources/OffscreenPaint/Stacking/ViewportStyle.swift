import OffscreenCSS
import OffscreenDOM
import OffscreenLayout

/// What the viewport takes from the root element or the body.
struct ViewportStyle {
  /// The box whose background is the canvas's.
  /// https://drafts.csswg.org/css-backgrounds-3/#root-background
  private(set) var backgroundSource = BoxID.none
  /// The root element's box.
  private(set) var root = BoxID.none

  init(tree: FragmentTree, document: Document) {
    let boxes = tree.boxes
    guard !boxes.boxes.isEmpty else { return }
    let rootElement = document.documentElement
    // The box tree's root is the initial containing block.
    var candidate = BoxID.root
    while !candidate.isNone, boxes[candidate].node != rootElement { candidate = boxes[candidate].firstChild }
    guard !candidate.isNone else { return }
    root = candidate
    let rootStyle = boxes[candidate].style
    var body = boxes[candidate].firstChild
    while !body.isNone, !Self.isBody(boxes[body], document) { body = boxes[body].nextSibling }
    let isHTML = document.isHTML(rootElement, .html)

    backgroundSource = candidate
    if isHTML, !rootStyle.hasBackground, !body.isNone, rootStyle.box.contain.isEmpty,
      boxes[body].style.box.contain.isEmpty
    {
      backgroundSource = body
    }
  }

  private static func isBody(_ box: Box, _ document: Document) -> Bool {
    box.origin == .element && document.isHTML(box.node, .body)
  }
}

extension ComputedStyle {
  /// Whether there is anything to see of the background, whatever its size.
  var hasBackground: Bool {
    if background.color != .transparent { return true }
    return background.layers.contains { $0.image != .none }
  }
}
