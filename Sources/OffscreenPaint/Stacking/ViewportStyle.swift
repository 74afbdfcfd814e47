import OffscreenCSS
import OffscreenDOM
import OffscreenLayout

/// What the canvas is painted by.
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
    backgroundSource = candidate
    let rootStyle = boxes[candidate].style
    guard document.isHTML(rootElement, .html), !rootStyle.hasBackground, !Self.isContained(rootStyle),
      let body = Self.body(of: rootElement, in: candidate, boxes, document), !Self.isContained(boxes[body].style)
    else { return }
    backgroundSource = body
  }

  /// https://drafts.csswg.org/css-contain-2/#contain-property
  private static func isContained(_ style: ComputedStyle) -> Bool {
    !style.box.contain.isEmpty || style.box.containerType != .normal
  }

  /// Anonymous boxes may stand between the root element's box and the body's.
  private static func body(of root: NodeID, in box: BoxID, _ boxes: BoxTree, _ document: Document) -> BoxID? {
    var next = box.rawValue
    while next < boxes[box].end.rawValue {
      let found = BoxID(rawValue: next)
      if isBody(boxes[found], document), document.parent(boxes[found].node) == root { return found }
      next += 1
    }
    return nil
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
