import OffscreenCSS
import OffscreenDOM
import OffscreenImages

/// Elements that are not just their children: line breaks, pictures, frames, form controls.
/// https://html.spec.whatwg.org/multipage/rendering.html#replaced-elements
extension BoxTreeBuilder {
  /// The draft of an element that is rendered in its own way; nil for ordinary elements.
  mutating func generateSpecial(_ node: NodeID, _ style: ComputedStyle) -> Int? {
    if document.namespace(node) == .svg, document.name(node) == .svg {
      return generatePicture(node, style, alternative: nil, fallbackSize: (300, 150))
    }
    guard document.namespace(node) == .html, let name = document.name(node).known else { return nil }
    switch name {
    case .br:
      var box = Box(kind: .lineBreak, node: node, style: style)
      box.context = .inline
      return add(box, level: .inline)
    case .wbr:
      var box = Box(kind: .breakOpportunity, node: node, style: style)
      box.context = .inline
      return add(box, level: .inline)
    case .img:
      return generatePicture(node, style, alternative: document.attribute(node, .alt), fallbackSize: nil)
    case .iframe, .embed, .video, .canvas:
      if name == .embed, case .none = input.elementImage(node) {
        return addReplaced(ReplacedContent(kind: .control, naturalWidth: 300, naturalHeight: 150), style, node)
      }
      if case .image(let picture) = input.elementImage(node) { return addReplaced(content(of: picture), style, node) }
      var content = ReplacedContent(kind: .control, naturalWidth: 300, naturalHeight: 150)
      if name == .canvas {
        content.naturalWidth = integer(document.attribute(node, .width)).map { Double(max(0, $0)) } ?? 300
        content.naturalHeight = integer(document.attribute(node, .height)).map { Double(max(0, $0)) } ?? 150
      }
      if name == .canvas || name == .video, let width = content.naturalWidth, let height = content.naturalHeight, height > 0 {
        content.naturalRatio = width / height
      }
      return addReplaced(content, style, node)
    case .audio:
      guard document.attribute(node, .controls) != nil else { return nil }
      return addReplaced(ReplacedContent(kind: .control, naturalWidth: 300, naturalHeight: 54), style, node)
    case .object:
      if case .image(let picture) = input.elementImage(node) { return addReplaced(content(of: picture), style, node) }
      return nil
    case .input: return generateInput(node, style)
    case .textarea: return generateTextArea(node, style)
    case .select: return generateSelect(node, style)
    case .button:
      return nil
    case .progress, .meter:
      guard style.box.appearance != .none else { return nil }
      let em = Double(style.font.size)
      return addReplaced(
        ReplacedContent(kind: .control, naturalWidth: name == .progress ? 10 * em : 5 * em, naturalHeight: em), style, node)
    default: return nil
    }
  }

  func content(of picture: PageImage) -> ReplacedContent {
    ReplacedContent(
      kind: .image(picture), naturalWidth: picture.naturalWidth, naturalHeight: picture.naturalHeight,
      naturalRatio: picture.naturalRatio)
  }

  /// A replaced box, inline or block as its display says.
  mutating func addReplaced(
    _ content: ReplacedContent, _ style: ComputedStyle, _ node: NodeID, origin: BoxOrigin = .element
  ) -> Int {
    let draft = addBox(for: node, style, style.box.display, origin: origin)
    var box = drafts[draft].box
    box.kind = .replaced
    box.context = .replaced
    box.data = Int32(truncatingIfNeeded: tree.replaced.count)
    tree.replaced.append(content)
    if drafts[draft].level == .inline || drafts[draft].level == .tablePart {
      drafts[draft].level = .inline
      box.flags.insert(.atomicInline)
    }
    drafts[draft].box = box
    return draft
  }

  /// https://html.spec.whatwg.org/multipage/rendering.html#images-3
  private mutating func generatePicture(
    _ node: NodeID, _ style: ComputedStyle, alternative: String?, fallbackSize: (Double, Double)?
  ) -> Int? {
    switch input.elementImage(node) {
    case .image(let picture): return addReplaced(content(of: picture), style, node)
    case .none where fallbackSize != nil:
      return addReplaced(
        ReplacedContent(kind: .control, naturalWidth: fallbackSize?.0, naturalHeight: fallbackSize?.1), style, node)
    case .none, .broken: break
    }
    // A picture that could not be had: its alternative text stands for it.
    let hasSize = style.box.width != .auto && style.box.height != .auto
    if let alternative, !hasSize {
      let draft = addBox(for: node, style, style.box.display)
      if !alternative.isEmpty {
        drafts[draft].children = [addText(Array(alternative.utf8), style: style, node: node)]
      }
      if drafts[draft].box.kind == .inline { finishInline(draft) } else { finishContainer(draft) }
      return draft
    }
    // With a size of its own, or nothing to say, it is a frame.
    let hasSource = document.attribute(node, .src) != nil || document.attribute(node, .srcset) != nil
    let side: Double = hasSource ? 16 : 0
    return addReplaced(
      ReplacedContent(kind: .brokenImage, naturalWidth: side, naturalHeight: side), style, node)
  }
}
