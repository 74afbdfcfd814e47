import OffscreenCSS
import OffscreenDOM
import OffscreenStyle

/// Which elements have boxes for sure, by their styles and what is around them.
///
/// Optimization: scripts that move the focus ask whether an element is rendered, and need no layout for that. Of controls
/// in ordinary elements it is known without one.
struct BoxesByStyle {
  private let document: Document
  private let styles: StyledDocument
  /// Whether there are boxes for all that asks for them.
  private let hasRoom: Bool

  init(_ document: Document, _ styles: StyledDocument, _ limits: PageLimits) {
    (self.document, self.styles) = (document, styles)
    // An element has a few boxes.
    hasRoom = document.nodeCount < limits.boxes / 8
  }

  /// False also where only a layout can tell.
  func hasBox(_ element: NodeID) -> Bool {
    guard hasRoom, styles.pages == nil, isControl(element), let style = styles.style(of: element), isPlain(style),
      style.box.display != .contents, !document.isInTopLayer(element)
    else { return false }
    var node = document.flatParent(element)
    while node != .document {
      guard !node.isNone, isOrdinary(node), let style = styles.style(of: node), isPlain(style),
        style.box.contentVisibility == .visible, style.box.lineClamp == 0, !style.column.makesColumns
      else { return false }
      node = document.flatParent(node)
    }
    return true
  }

  private func isControl(_ element: NodeID) -> Bool {
    [.input, .textarea, .select, .button].contains { document.isHTML(element, $0) }
  }

  /// Whether it is just its children.
  private func isOrdinary(_ element: NodeID) -> Bool {
    guard document.namespace(element) == .html else { return false }
    switch document.name(element).known {
    case .html, .body, .div, .section, .article, .header, .footer, .main, .nav, .aside, .form, .p, .ul, .ol, .li,
      .label, .span, .a, .h1, .h2, .h3, .h4, .h5, .h6, .slot:
      return true
    // Elements that authors name.
    case nil: return true
    default: return false
    }
  }

  private func isPlain(_ style: ComputedStyle) -> Bool {
    switch style.box.display {
    case .contents: true
    case .box(let outside, let inside, _):
      outside != .runIn && (inside == .flow || inside == .flowRoot || inside == .flex || inside == .grid)
        && style.content.content == .normal
    case .none, .part: false
    }
  }
}
