import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry
import OffscreenImages

/// Elements that are not just their children: line breaks, pictures, frames, form controls.
/// https://html.spec.whatwg.org/multipage/rendering.html#replaced-elements
extension BoxTreeBuilder {
  /// Whether an element has no box, whatever its style: an `embed` that names nothing.
  /// https://html.spec.whatwg.org/multipage/iframe-embed-object.html#the-embed-element
  func hasNoBox(_ node: NodeID) -> Bool {
    document.isHTML(node, .embed) && document.attribute(node, .src) == nil && document.attribute(node, .type) == nil
  }

  /// The draft of an element that is rendered in its own way; nil for ordinary elements.
  mutating func generateSpecial(_ node: NodeID, _ style: ComputedStyle) -> Int? {
    // A single image replaces the element; other values of `content` do nothing to elements.
    // https://drafts.csswg.org/css-content-3/#content-property
    if case .items(let items, _) = style.content.content, items.count == 1, case .image(let image) = items[0] {
      let missing = ReplacedContent(kind: .generated(.none), naturalWidth: 0, naturalHeight: 0)
      return addReplaced(content(of: image, style) ?? missing, style, node)
    }
    if document.namespace(node) == .svg, document.name(node) == .svg {
      return generatePicture(node, style, alternative: nil, words: "", fallbackSize: (300, 150))
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
      let alternative = document.attribute(node, .alt)
      return generatePicture(
        node, style, alternative: alternative, words: alternative ?? document.attribute(node, .title) ?? "")
    case .frame: return addReplaced(ReplacedContent(kind: .control(.other)), style, node)
    case .canvas where !input.runsScripts: return nil
    case .iframe, .embed, .video, .canvas:
      if case .image(let picture, _) = input.resources.image(of: node) {
        return addReplaced(content(of: picture), style, node)
      }
      var content = ReplacedContent(kind: .control(.other), naturalWidth: 300, naturalHeight: 150)
      if name == .canvas {
        content.naturalWidth = integer(document.attribute(node, .width)).map { Double(max(0, $0)) } ?? 300
        content.naturalHeight = integer(document.attribute(node, .height)).map { Double(max(0, $0)) } ?? 150
      }
      // A video has no ratio before its first frame has come.
      if name == .canvas, let width = content.naturalWidth, let height = content.naturalHeight, height > 0 {
        content.naturalRatio = width / height
      }
      return addReplaced(content, style, node)
    case .audio:
      guard document.attribute(node, .controls) != nil else { return nil }
      return addReplaced(ReplacedContent(kind: .control(.other), naturalWidth: 300, naturalHeight: 54), style, node)
    case .object:
      switch input.resources.image(of: node) {
      case .image(let picture, _): return addReplaced(content(of: picture), style, node)
      case .frame:
        return addReplaced(ReplacedContent(kind: .control(.other), naturalWidth: 300, naturalHeight: 150), style, node)
      case .none where isPlugin(node), .broken where isPlugin(node):
        return addReplaced(
          ReplacedContent(kind: .control(.other), naturalWidth: 300, naturalHeight: 150), style, node)
      case .none, .broken, .waiting, .drawing: return nil
      }
    case .input: return generateInput(node, style)
    case .textarea: return generateTextArea(node, style)
    case .select: return generateSelect(node, style)
    case .button:
      return nil
    case .progress: return generateProgress(node, style)
    case .meter:
      guard style.box.appearance != .none, !style.box.isStyledControl else { return generateMeter(node, style) }
      let em = Double(style.font.size)
      return addReplaced(ReplacedContent(kind: .control(.bar), naturalWidth: 5 * em, naturalHeight: em), style, node)
    default: return nil
    }
  }

  /// Whether an `object` keeps its place, as it asks for a plug-in and has nothing in it but parameters and spaces.
  private func isPlugin(_ node: NodeID) -> Bool {
    if let type = document.attribute(node, .type)?.lowercased() {
      if type.hasPrefix("image/") || type.hasPrefix("text/") { return false }
    } else if let data = document.attribute(node, .data), !Self.namesPlugin(data) {
      return false
    }
    var child = document.firstChild(node)
    while !child.isNone {
      switch document.kind(child) {
      case .element where !document.isHTML(child, .param): return false
      case .text where document.text(child).contains(where: { $0 > 0x20 }): return false
      default: break
      }
      child = document.nextSibling(child)
    }
    return true
  }

  /// Whether an address is that of a film or document that plug-ins showed, by its ending.
  private static func namesPlugin(_ address: String) -> Bool {
    let path = address.prefix { $0 != "?" && $0 != "#" }.lowercased()
    return [".swf", ".spl", ".pdf"].contains { path.hasSuffix($0) }
  }

  /// https://html.spec.whatwg.org/multipage/images.html#density-corrected-intrinsic-width-and-height
  func content(of picture: PageImage, density: Double = 1) -> ReplacedContent {
    let density = max(density, 0.000_1)
    return ReplacedContent(
      kind: .image(picture), naturalWidth: picture.naturalWidth.map { $0 / density },
      naturalHeight: picture.naturalHeight.map { $0 / density }, naturalRatio: picture.naturalRatio)
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

  /// `words`: what stands for a picture that cannot be had; `alternative`: what the page says stands for it.
  /// https://html.spec.whatwg.org/multipage/rendering.html#images-3
  mutating func generatePicture(
    _ node: NodeID, _ style: ComputedStyle, alternative: String?, words: String, fallbackSize: (Double, Double)? = nil
  ) -> Int? {
    // A button's picture is missed even where none is named.
    var isBroken = document.isHTML(node, .input)
    switch input.resources.image(of: node) {
    case .image(let picture, let density): return addReplaced(content(of: picture, density: density), style, node)
    case .drawing(let width, let height, let ratio):
      let drawing = ReplacedContent(
        kind: .drawing, naturalWidth: width, naturalHeight: height, naturalRatio: ratio)
      return addReplaced(drawing, style, node)
    case .waiting: return addReplaced(ReplacedContent(kind: .generated(.none)), style, node)
    case .broken: isBroken = true
    case .none where fallbackSize != nil:
      return addReplaced(
        ReplacedContent(kind: .control(.other), naturalWidth: fallbackSize?.0, naturalHeight: fallbackSize?.1), style,
        node)
    case .none, .frame: break
    }
    let isSilent = alternative?.isEmpty ?? true
    // A picture that was not requested has no natural size.
    if !isBroken, words.isEmpty {
      return addReplaced(ReplacedContent(kind: .missingImage, naturalWidth: 0, naturalHeight: 0), style, node)
    }
    // In quirks mode one size is enough for it to stand as a picture would.
    let (hasWidth, hasHeight) = (style.box.width != .auto, style.box.height != .auto)
    if document.quirksMode == .quirks, hasWidth || hasHeight {
      return generateMissingPicture(node, style, words)
    }
    // With both sizes given, or one and the ratio, it keeps them where it has nothing to say.
    if isSilent, hasWidth && hasHeight || (hasWidth || hasHeight) && style.box.aspectRatio.ratio != nil {
      return generateStandIn(node, style, words)
    }
    // Otherwise its icon and its alternative text replace it, at their own size.
    let hasIcon =
      isBroken && alternative == nil && document.isHTML(node, .img)
      && document.attribute(node, .src)?.isEmpty == false
    guard hasIcon || !words.isEmpty else {
      // A block that has nothing to say keeps its width.
      if isBroken, !style.box.display.isInlineOutside { return addEmptyBlock(node, style) }
      var values = StyleValues(inheriting: style)
      values.box = style.box
      values.box.width = .auto
      values.box.height = .auto
      values.box.aspectRatio = AspectRatio()
      return addReplaced(
        ReplacedContent(kind: .missingImage, naturalWidth: 0, naturalHeight: 0), ComputedStyle(values), node)
    }
    return generateAlternative(words, node, style)
  }

  /// A given length counts for both sizes, as in Chromium; otherwise there is room for the icon in its frame.
  private mutating func generateMissingPicture(_ node: NodeID, _ style: ComputedStyle, _ words: String) -> Int {
    var values = StyleValues(copying: style)
    func isLength(_ value: SizeValue) -> Bool {
      if case .value(let length) = value { !length.hasPercentage } else { false }
    }
    if values.box.height == .auto, isLength(values.box.width) { values.box.height = values.box.width }
    if values.box.width == .auto, isLength(values.box.height) { values.box.width = values.box.height }
    return generateStandIn(node, ComputedStyle(values), words)
  }

  /// What has the size of a picture: a frame with the icon in it, and words, which are cut where they find no room.
  private mutating func generateStandIn(_ node: NodeID, _ style: ComputedStyle, _ words: String) -> Int {
    guard !words.isEmpty else {
      return addReplaced(ReplacedContent(kind: .brokenImage, naturalWidth: 20, naturalHeight: 20), style, node)
    }
    var own = StyleValues(copying: style)
    if own.box.display == .inline { own.box.display = .inlineBlock }
    let outer = addBox(for: node, ComputedStyle(own), own.box.display)
    drafts[outer].box.flags.insert(.formattingContextRoot)

    var values = StyleValues(inheriting: style)
    values.box.display = .inlineBlock
    values.box.specifiedDisplay = .inlineBlock
    values.box.boxSizing = .borderBox
    (values.box.width, values.box.height) = (.value(.percentage(100)), .value(.percentage(100)))
    (values.box.overflowX, values.box.overflowY) = (.hidden, .hidden)
    func isSmall(_ size: SizeValue) -> Bool {
      if case .value(let length) = size, !length.hasPercentage { length.resolved(.zero) < 18 } else { false }
    }
    let hasFrame = !isSmall(style.box.width) && !isSmall(style.box.height)
    if hasFrame {
      values.box.padding = Sides(.length(1))
      values.border.width = Sides(1)
      values.border.style = Sides(.solid)
      values.border.color = Sides(.color(Color(hex: 0xC0C0C0)))
    }
    let frameStyle = ComputedStyle(values)
    let isReached = currentDecorations
    currentDecorations = -1
    let frame = addBox(for: node, frameStyle, .inlineBlock, origin: .userAgentPart)
    drafts[frame].box.flags.insert(.formattingContextRoot)
    drafts[frame].children = alternativeContents(words, node, frameStyle, hasIcon: hasFrame)
    finishContainer(frame)
    drafts[outer].children = [frame]
    currentDecorations = isReached
    finishContainer(outer)
    return outer
  }

  private mutating func addEmptyBlock(_ node: NodeID, _ style: ComputedStyle) -> Int {
    let draft = addBox(for: node, style, style.box.display)
    finishContainer(draft)
    return draft
  }

  /// An inline picture becomes an inline-block of the icon and the text.
  mutating func generateAlternative(_ text: String, _ node: NodeID, _ style: ComputedStyle) -> Int {
    var own = StyleValues(copying: style)
    let isInline = own.box.display == .inline
    if isInline {
      own.box.display = .inlineBlock
      own.box.width = .auto
      own.box.height = .auto
      own.box.aspectRatio = AspectRatio()
    }
    let fallback = ComputedStyle(own)
    let draft = addBox(for: node, fallback, fallback.box.display)
    drafts[draft].box.flags.insert(.formattingContextRoot)
    let isReached = currentDecorations
    // The decorations of what is around an inline picture reach its text.
    if !isInline, drafts[draft].box.flags.contains(.atomicInline) { currentDecorations = -1 }
    drafts[draft].children = alternativeContents(text, node, fallback, hasIcon: true)
    currentDecorations = isReached
    finishContainer(draft)
    return draft
  }

  /// The icon, beside which the words flow.
  private mutating func alternativeContents(
    _ text: String, _ node: NodeID, _ style: ComputedStyle, hasIcon: Bool
  ) -> [Int] {
    var contents: [Int] = []
    if hasIcon {
      var values = StyleValues(inheriting: style)
      values.box.display = .block
      values.box.float = .inlineStart
      contents.append(
        addReplaced(
          ReplacedContent(kind: .brokenImage, naturalWidth: 16, naturalHeight: 16), ComputedStyle(values), node,
          origin: .userAgentPart))
    }
    if text.isEmpty { return contents }
    var textStyle = style
    if style.text.whiteSpaceCollapse != .collapse {
      var values = StyleValues(inheriting: style)
      values.text.whiteSpaceCollapse = .collapse
      textStyle = ComputedStyle(values)
    }
    contents.append(addText(Array(text.utf8), style: textStyle, node: node))
    return contents
  }
}
