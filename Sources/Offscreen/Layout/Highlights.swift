import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry
import OffscreenPaint
import OffscreenStyle

/// Text that is marked without elements of its own: what is selected, and what scripts or the address mark.
struct HighlightRange: Equatable {
  enum Kind: Hashable {
    case selection, targetText
    case custom(String)

    init(_ name: String) {
      switch name {
      case "selection": self = .selection
      case "target-text": self = .targetText
      default: self = .custom(String(name.dropFirst("highlight:".count)))
      }
    }
  }

  var kind: Kind
  var start: NodeID
  var startOffset: Int
  var end: NodeID
  var endOffset: Int
}

/// Finds which parts of which texts ranges mark, and in which styles.
/// https://drafts.csswg.org/css-pseudo-4/#highlight-styling
struct HighlightPlaces {
  private let document: Document
  private let engine: StyleEngine
  private var known: [Key: HighlightStyle?] = [:]
  /// Many ranges may each span the whole document.
  private var budget: Int

  private struct Key: Hashable {
    var element: NodeID
    var kind: HighlightRange.Kind
  }

  init(_ document: Document, _ engine: StyleEngine) {
    (self.document, self.engine) = (document, engine)
    budget = 8 * document.nodeCount + 100_000
  }

  /// `ranges`: the lowest first.
  mutating func highlights(_ ranges: [HighlightRange]) -> [NodeID: [TextHighlight]] {
    var result: [NodeID: [TextHighlight]] = [:]
    for range in ranges {
      guard document.isConnected(range.start), document.isConnected(range.end) else { continue }
      var node = first(of: range)
      let last = last(of: range)
      while !node.isNone, budget > 0 {
        budget -= 1
        if document.kind(node) == .text {
          let start = node == range.start ? range.startOffset : 0
          let end = node == range.end ? range.endOffset : Int.max
          if start < end, let style = style(range.kind, in: document.flatParent(node)) {
            result[node, default: []].append(TextHighlight(range: start..<end, style: style))
          }
        }
        if node == last { break }
        node = document.next(node, within: .document)
      }
    }
    return result
  }

  /// The first node that begins in a range.
  private func first(of range: HighlightRange) -> NodeID {
    if document.kind(range.start) == .text { return range.start }
    return child(of: range.start, at: range.startOffset)
      ?? document.nextSkippingChildren(range.start, within: .document)
  }

  /// The last one.
  private func last(of range: HighlightRange) -> NodeID {
    if document.kind(range.end) == .text { return range.end }
    guard range.endOffset > 0, var node = child(of: range.end, at: range.endOffset - 1) else { return range.end }
    while !document.lastChild(node).isNone { node = document.lastChild(node) }
    return node
  }

  private func child(of parent: NodeID, at offset: Int) -> NodeID? {
    var child = document.firstChild(parent)
    var index = 0
    while !child.isNone, index < offset {
      child = document.nextSibling(child)
      index += 1
    }
    return child.isNone ? nil : child
  }

  private mutating func style(_ kind: HighlightRange.Kind, in element: NodeID) -> HighlightStyle? {
    // 1. From the element outwards to one whose style is known.
    var waiting: [NodeID] = []
    var ancestor = element
    var style = Self.defaultStyle(of: kind)
    while !ancestor.isNone, document.isElement(ancestor) {
      if let found = known[Key(element: ancestor, kind: kind)] {
        style = found
        break
      }
      waiting.append(ancestor)
      ancestor = document.flatParent(ancestor)
    }
    // 2. Inwards again.
    for element in waiting.reversed() {
      switch kind {
      case .selection: style = engine.highlightStyle(of: element, .selection, named: nil, in: style)
      case .targetText: style = engine.highlightStyle(of: element, .targetText, named: nil, in: style)
      case .custom(let name): style = engine.highlightStyle(of: element, .highlight, named: name, in: style)
      }
      known[Key(element: element, kind: kind)] = .some(style)
    }
    return style
  }

  private static func defaultStyle(of kind: HighlightRange.Kind) -> HighlightStyle? {
    var values = StyleValues(inheriting: .initial)
    switch kind {
    case .selection:
      values.background.color = .color(Color(hex: 0x3367D1))
      values.inherited.color = Color(hex: 0xFFFFFF)
    case .targetText: values.background.color = .color(Color(hex: 0xE9D2FD))
    case .custom: return nil
    }
    return HighlightStyle(defaults: ComputedStyle(values))
  }
}
