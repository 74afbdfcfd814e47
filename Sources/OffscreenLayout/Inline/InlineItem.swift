import OffscreenCSS
import OffscreenGeometry
import OffscreenText

/// One step through the inline content of a block container.
struct InlineItem {
  enum Kind: UInt8 {
    /// Shaped characters of one text box, one font, one direction.
    case text
    /// A preserved tab.
    case tab
    /// A preserved line feed or `<br>`.
    case lineBreak
    /// `<wbr>`.
    case breakOpportunity
    case open, close
    case atomic
    case float
    case outOfFlow
    /// Characters that only steer the bidirectional algorithm.
    case control
  }
  var kind: Kind
  var level: UInt8 = 0
  /// Of a control: it begins or ends an isolate.
  var isIsolate = false
  /// A line may end after this item.
  var canBreakAfter = false
  /// Letters on the two sides are not shaped as one.
  var partsText = false
  /// Of an inline box's start or end: a margin, border or padding there is not zero.
  var hasEdge = false
  var box: BoxID
  /// Index into the content's styles: for a text, an inline box or an atomic inline its own.
  var style: Int32
  /// Bytes of the content's text.
  var range: Range<Int32>
  /// Of a text: its glyphs, in visual order.
  var glyphs: Range<Int32> = 0..<0
  /// Of a text: what to shape it with again.
  var textItem: Int32 = -1
  /// The item of the content before it was split by font, script and level: the same for both styles
  /// of a content with `::first-line`.
  var ordinal: Int32 = 0

  init(_ kind: Kind, _ box: BoxID, style: Int32, range: Range<Int32>) {
    (self.kind, self.box, self.style, self.range) = (kind, box, style, range)
  }
}

/// A place in the content between two items, or in a text.
struct InlineCursor: Hashable {
  var item: Int
  /// A byte of the content's text.
  var offset: Int32
}

/// The inline content of a block container: its text after white-space processing, flattened, shaped
/// once. Never changed once made.
final class InlineContent {
  let container: BoxID
  let text: [UInt8]
  let items: [InlineItem]
  let styles: [InlineStyle]
  let glyphs: [Glyph]
  let textItems: [TextItem]
  /// One an offset of the text, the end included.
  let breaks: [BreakOpportunity]
  /// The room before clusters that begin at an offset, which is not at the start of a line.
  let autospaces: [Int32: Float]
  /// The place of the text in its boxes' texts: steps of (content offset, source offset).
  let sources: [(content: Int32, source: Int32)]
  /// Nothing in it makes a line box that counts.
  let isEmpty: Bool
  /// Of its inline boxes, in document order, the index of the style.
  let boxStyles: [(box: BoxID, style: Int32)]
  /// It is in the styles of `::first-line`.
  let isFirstLine: Bool
  let hasRightToLeft: Bool
  /// There are ends of isolates among its items.
  let hasIsolates: Bool
  let hasContainingInlines: Bool
  let hasFloats: Bool
  /// The first of the inline boxes at its end that no content is in or after.
  let trailingBoxes: Int
  /// Nothing in it has a size of its own, or a place that depends on the container's block size.
  let isOnlyText: Bool
  /// Each paragraph takes its direction from its first strong character.
  let isPlaintext: Bool

  init(_ builder: consuming InlineContentBuilder) {
    container = builder.container
    text = builder.text
    items = builder.finished
    styles = builder.styles
    glyphs = builder.glyphs
    textItems = builder.textItems
    breaks = builder.breaks
    autospaces = builder.autospaces
    sources = builder.sources
    isEmpty = builder.isEmpty
    boxStyles = builder.boxStyles
    isFirstLine = builder.usesFirstLine
    hasRightToLeft = builder.hasRightToLeft
    hasIsolates = builder.hasIsolates
    hasContainingInlines = builder.hasContainingInlines
    hasFloats = builder.hasFloats
    isPlaintext = builder.isPlaintext
    trailingBoxes = (builder.finished.lastIndex { $0.kind != .open && $0.kind != .close } ?? -1) + 1
    isOnlyText =
      !builder.hasContainingInlines
      && builder.finished.allSatisfy { item in
        switch item.kind {
        case .text, .tab, .lineBreak, .breakOpportunity, .open, .close, .control: true
        case .atomic, .float, .outOfFlow: false
        }
      }
  }

  /// The same content, once boxes before its container have come or gone.
  func moved(to container: BoxID) -> InlineContent { InlineContent(self, in: container) }

  private init(_ other: InlineContent, in container: BoxID) {
    self.container = container
    let distance = container.rawValue &- other.container.rawValue
    items = other.items.map { item in
      var item = item
      item.box.move(by: distance)
      return item
    }
    boxStyles = other.boxStyles.map { entry in
      var box = entry.box
      box.move(by: distance)
      return (box, entry.style)
    }
    autospaces = other.autospaces
    (text, styles, glyphs, textItems) = (other.text, other.styles, other.glyphs, other.textItems)
    (breaks, sources, isEmpty, isFirstLine) = (other.breaks, other.sources, other.isEmpty, other.isFirstLine)
    (hasRightToLeft, hasIsolates) = (other.hasRightToLeft, other.hasIsolates)
    (hasContainingInlines, hasFloats) = (other.hasContainingInlines, other.hasFloats)
    (trailingBoxes, isOnlyText, isPlaintext) = (other.trailingBoxes, other.isOnlyText, other.isPlaintext)
  }

  var start: InlineCursor { InlineCursor(item: 0, offset: 0) }

  /// Of an inline box that an earlier line opened.
  func style(of box: BoxID, _ context: LayoutContext) -> InlineStyle {
    var (low, high) = (0, boxStyles.count)
    while low < high {
      let middle = (low + high) / 2
      if boxStyles[middle].box < box { low = middle + 1 } else { high = middle }
    }
    if low < boxStyles.count, boxStyles[low].box == box { return styles[Int(boxStyles[low].style)] }
    return context.inlineStyle(context[box].style)
  }

  func style(_ item: InlineItem) -> InlineStyle { styles[Int(item.style)] }

  /// Where the empty inline boxes end that begin at an item; the same item where none does.
  func endOfEmptyBoxes(from start: Int) -> Int {
    var depth = 0
    var end = start
    for index in start..<items.count {
      switch items[index].kind {
      case .open: depth += 1
      case .close where depth > 0: depth -= 1
      case .text, .tab, .atomic, .lineBreak, .breakOpportunity, .close, .control, .float, .outOfFlow: return end
      }
      if depth == 0 { end = index + 1 }
    }
    return end
  }

  /// The same place in the content made with the other style.
  func cursor(for place: InlineCursor, in other: InlineContent) -> InlineCursor {
    guard other.items.indices.contains(place.item) else {
      return InlineCursor(item: items.count, offset: place.offset)
    }
    let ordinal = other.items[place.item].ordinal
    var (low, high) = (0, items.count)
    while low < high {
      let middle = (low + high) / 2
      let item = items[middle]
      if item.ordinal < ordinal
        || item.ordinal == ordinal && item.range.upperBound <= place.offset
          && !item.range.isEmpty
      {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return InlineCursor(item: low, offset: place.offset)
  }

  /// The offset in the text of its box of a byte of the content's text.
  func sourceOffset(_ offset: Int32) -> Int32 {
    var (low, high) = (0, sources.count)
    while low < high {
      let middle = (low + high) / 2
      if sources[middle].content <= offset { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return offset }
    return sources[low - 1].source + (offset - sources[low - 1].content)
  }
}

extension LayoutContext {
  func inlineContent(of container: BoxID) -> InlineContent {
    let index = Int(container.rawValue)
    if let known = inlineContents[index] {
      if known.container == container { return known }
      let content = known.moved(to: container)
      inlineContents[index] = content
      return content
    }
    var builder = InlineContentBuilder(context: self, container: container, usesFirstLine: false)
    builder.build()
    let content = InlineContent(builder)
    inlineContents[index] = content
    return content
  }

  /// The content in the styles of `::first-line`; nil without that.
  func firstLineContent(of container: BoxID) -> InlineContent? {
    guard !tree.firstLineStyles.isEmpty, tree.firstLineStyles[container] != nil else { return nil }
    if let known = firstLineContents[container] {
      if known.container == container { return known }
      let content = known.moved(to: container)
      firstLineContents[container] = content
      return content
    }
    var builder = InlineContentBuilder(context: self, container: container, usesFirstLine: true)
    builder.build()
    let content = InlineContent(builder)
    firstLineContents[container] = content
    return content
  }
}
