import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry
import OffscreenText
import TestSupport

@testable import OffscreenLayout

/// Inline content made by hand: no style sheet, no parser.
indirect enum Piece {
  typealias Edit = (inout StyleValues) -> Void
  case text(String)
  case inline(Edit, [Piece])
  /// An inline-block with lines of its own, or nothing in it.
  case atomic(Edit, [Piece])
  case float(Edit, [Piece])
  case outOfFlow(Edit)
  case lineBreak
  case wordBreak
}

func span(_ edit: @escaping Piece.Edit = { _ in }, _ children: Piece...) -> Piece { .inline(edit, children) }
func inlineBlock(_ width: Float, _ height: Float, _ edit: @escaping Piece.Edit = { _ in }) -> Piece {
  .atomic(
    {
      $0.box.width = .value(.length(width))
      $0.box.height = .value(.length(height))
      edit(&$0)
    }, [])
}

struct InlineFixture {
  let context: LayoutContext
  let container = BoxID(rawValue: 1)

  /// A block container of the given content; 16 px Liberation Serif on lines of `normal` height.
  init(_ children: [Piece], firstLine: Piece.Edit? = nil, quirks: Bool = false) throws {
    try self.init({ _ in }, firstLine: firstLine, quirks: quirks, children)
  }

  init(
    _ edit: Piece.Edit, firstLine: Piece.Edit? = nil, quirks: Bool = false, _ children: [Piece]
  ) throws {
    var maker = Maker()
    let root = maker.add(Box(kind: .container, node: .document, style: .initial), under: .none)
    var values = StyleValues()
    values.font.families = [.named("Liberation Serif")]
    values.box.display = .block
    edit(&values)
    let style = ComputedStyle(values)
    var box = Box(kind: .container, node: .document, style: style)
    box.context = .inline
    let block = maker.add(box, under: root)
    for child in children { maker.add(child, style, under: block) }
    maker.closeAll()
    let document = Document()
    document.quirksMode = quirks ? .quirks : .noQuirks
    let fonts = try FontLibrary(fonts: FontLocation.folder()).sharedFonts()
    context = LayoutContext(
      boxes: maker.tree, fonts: fonts, document: document, viewport: Size(width: 800, height: 600))
    if let firstLine {
      var values = StyleValues(inheriting: style)
      firstLine(&values)
      context.tree.firstLineStyles[block] = ComputedStyle(values)
    }
  }

  func lines(_ width: LayoutUnit, mode: LayoutMode = .layout, clamp: Int? = nil) -> InlineLayoutResult {
    var constraint = InlineConstraint(
      inlineSize: width, percentageBlock: nil, bfcOffset: .zero, exclusions: ExclusionSpace(), mode: mode)
    constraint.lineClamp = clamp
    var layout = InlineLayout(context: context, container: container, constraint: constraint)
    return layout.run()
  }

  func intrinsicSizes() -> MinMaxSizes {
    InlineLayout.intrinsicSizes(of: container, context: context, percentageBlock: nil)
  }

  /// The text of each line, as it is on the page.
  func texts(_ width: LayoutUnit, clamp: Int? = nil) -> [String] {
    let result = lines(width, clamp: clamp)
    return result.items.compactMap { item in
      let fragment = context.tree[item.fragment]
      guard fragment.kind == .line, !fragment.flags.contains(.cutOff) else { return nil }
      return text(item.fragment)
    }
  }

  private func text(_ id: FragmentID) -> String {
    let fragment = context.tree[id]
    if fragment.flags.contains(.generated) { return "~" }
    if fragment.text >= 0 {
      let range = context.tree.texts[Int(fragment.text)].source
      let bytes = context.boxes.texts[Int(context.boxes[fragment.box].data)]
      let low = min(max(0, Int(range.lowerBound)), bytes.count)
      return String(decoding: bytes[low..<min(max(low, Int(range.upperBound)), bytes.count)], as: UTF8.self)
    }
    if fragment.kind == .box, context.boxes[fragment.box].flags.contains(.atomicInline) { return "#" }
    return context.tree.children(id).map { text($0.fragment) }.joined()
  }

  /// One line a fragment: what it is, and its rectangle in the content box.
  func dump(_ width: LayoutUnit, clamp: Int? = nil) -> [String] {
    let result = lines(width, clamp: clamp)
    let direction = WritingDirection(context.boxes[container].style)
    let size = direction.physical(LogicalSize(inline: width, block: result.blockSize))
    var output: [String] = []
    for item in result.items {
      let origin = direction.physical(item.offset, of: item.size, in: size) + item.shift
      describe(item.fragment, origin, 0, &output)
    }
    return output
  }

  private func describe(_ id: FragmentID, _ origin: Point, _ depth: Int, _ output: inout [String]) {
    let fragment = context.tree[id]
    var name: String
    switch fragment.kind {
    case .line: name = "line"
    case .text: name = "'\(text(id))'"
    case .box:
      let box = context.boxes[fragment.box]
      name =
        box.flags.contains(.floating)
        ? "float" : box.flags.contains(.atomicInline) ? "atomic" : box.kind == .lineBreak ? "br" : "box"
    case .column: name = "column"
    }
    if depth > 0 { name = String(repeating: " ", count: depth) + name }
    output.append(
      "\(name) \(short(origin.x)) \(short(origin.y)) \(short(fragment.size.width)) \(short(fragment.size.height))")
    if fragment.kind == .box, context.boxes[fragment.box].kind == .container { return }
    for link in context.tree.children(id) { describe(link.fragment, origin + link.offset, depth + 1, &output) }
  }

  private func short(_ value: LayoutUnit) -> String {
    let hundredths = (value.pixels * 100).rounded() / 100
    return hundredths == hundredths.rounded() ? "\(Int(hundredths))" : "\(hundredths)"
  }
}

private struct Maker {
  var tree = BoxTree()

  @discardableResult
  mutating func add(_ box: Box, under parent: BoxID) -> BoxID {
    let id = BoxID(rawValue: Int32(tree.boxes.count))
    var box = box
    box.parent = parent
    if !parent.isNone {
      let index = Int(parent.rawValue)
      let previous = tree.boxes[index].lastChild
      box.previousSibling = previous
      if previous.isNone {
        tree.boxes[index].firstChild = id
      } else {
        tree.boxes[Int(previous.rawValue)].nextSibling = id
      }
      tree.boxes[index].lastChild = id
    }
    tree.boxes.append(box)
    return id
  }

  mutating func add(_ piece: Piece, _ parentStyle: ComputedStyle, under parent: BoxID) {
    func style(_ edit: Piece.Edit) -> ComputedStyle {
      var values = StyleValues(inheriting: parentStyle)
      edit(&values)
      return ComputedStyle(values)
    }
    switch piece {
    case .text(let string):
      var box = Box(kind: .text, node: .document, style: parentStyle)
      box.data = Int32(tree.texts.count)
      tree.texts.append(Array(string.utf8))
      add(box, under: parent)
    case .inline(let edit, let children):
      let own = style(edit)
      let id = add(Box(kind: .inline, node: .document, style: own), under: parent)
      for child in children { add(child, own, under: id) }
    case .atomic(let edit, let children):
      let own = style {
        $0.box.display = .inlineBlock
        edit(&$0)
      }
      var box = Box(kind: .container, node: .document, style: own)
      box.flags = [.atomicInline, .formattingContextRoot]
      box.context = children.isEmpty ? .block : .inline
      let id = add(box, under: parent)
      for child in children { add(child, own, under: id) }
    case .float(let edit, let children):
      let own = style {
        $0.box.display = .block
        $0.box.float = .left
        edit(&$0)
      }
      var box = Box(kind: .container, node: .document, style: own)
      box.flags = [.floating, .formattingContextRoot]
      box.context = children.isEmpty ? .block : .inline
      let id = add(box, under: parent)
      for child in children { add(child, own, under: id) }
    case .outOfFlow(let edit):
      let own = style {
        $0.box.display = .block
        $0.box.position = .absolute
        edit(&$0)
      }
      var box = Box(kind: .container, node: .document, style: own)
      box.flags = [.outOfFlow, .formattingContextRoot]
      add(box, under: parent)
    case .lineBreak: add(Box(kind: .lineBreak, node: .document, style: parentStyle), under: parent)
    case .wordBreak: add(Box(kind: .breakOpportunity, node: .document, style: parentStyle), under: parent)
    }
  }

  mutating func closeAll() {
    for index in tree.boxes.indices.reversed() {
      let last = tree.boxes[index].lastChild
      tree.boxes[index].end = last.isNone ? BoxID(rawValue: Int32(index + 1)) : tree.boxes[Int(last.rawValue)].end
    }
  }
}
