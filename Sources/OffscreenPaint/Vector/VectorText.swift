import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry
import OffscreenLayout
import OffscreenText

/// A `text` element, set: glyphs, and where each character is.
/// https://svgwg.org/svg2-draft/text.html
package struct VectorText {
  /// The text of one element, without that of elements in it.
  struct Span {
    var element: NodeID
    var style: ComputedStyle
    /// Lines under, over and through it: the spans of the elements that say so, outermost first.
    var decorations: [Int] = []
    /// Its own and those of the elements around it, up to the text.
    /// Deviation: what overlaps in it is seen through itself.
    var opacity = 1.0
  }
  /// Glyphs of one font that lie on one straight baseline.
  struct Run {
    var span: Int
    var font: FontID
    /// Around the run's origin.
    var glyphs: [PlacedGlyph]
    /// From there to the text's space.
    var transform: Transform
    var isUpright: Bool
    /// How far along the baseline it reaches.
    var start: Double
    var end: Double
  }
  /// An addressable character.
  package struct Character {
    package var span: Int
    /// UTF-16 code units.
    package var units: Int
    /// Where its baseline begins and ends.
    package var start = PaintPoint.zero
    package var end = PaintPoint.zero
    package var advance = 0.0
    /// Around its em box.
    package var extent = PaintRect.zero
    /// The same with what its glyphs draw out of it.
    var box = PaintRect.zero
    /// Degrees.
    package var rotation = 0.0
    /// Whether it is drawn by itself, and not as a part of the character before.
    package var isFirst = true
    package var isHidden = false
  }
  var spans: [Span] = []
  var runs: [Run] = []
  package internal(set) var characters: [Character] = []
  /// Which characters are in an element.
  package internal(set) var ranges: [NodeID: Range<Int>] = [:]
  /// Around the characters that are shown.
  package internal(set) var box: PaintRect?

  /// The same of those of an element.
  package func box(of element: NodeID) -> PaintRect? {
    guard let range = ranges[element] else { return nil }
    return characters[range].reduce(nil as PaintRect?) { box, character in
      character.isHidden || !character.isFirst ? box : box?.union(character.box) ?? character.box
    }
  }
}

/// The characters of a `text` element with their styles, white space collapsed.
struct VectorTextContent {
  /// UTF-8.
  private(set) var bytes: [UInt8] = []
  private(set) var spans: [VectorText.Span] = []
  /// Of each character: its first byte, and its span.
  private(set) var characters: [(offset: Int, span: Int, units: Int)] = []
  /// The elements in the order of the document, with the characters in each.
  private(set) var elements: [(node: NodeID, style: ComputedStyle, range: Range<Int>)] = []
  private let vectors: VectorElements
  /// The first element of the `use` element's shadow tree that it is in.
  private let instance: NodeID?
  /// White space before the first character and after other white space is left out.
  private var endsInSpace = true
  private var isInWord = false
  private static let maximumDepth = 64
  private static let maximumCharacters = 20_000

  init(_ text: NodeID, _ style: ComputedStyle, _ vectors: VectorElements, instance: NodeID?) {
    (self.vectors, self.instance) = (vectors, instance)
    add(text, style, preserves: Self.preserves(text, vectors), decorations: [], depth: 0)
    dropLastSpace()
  }

  /// Controls are no characters that can be addressed.
  private mutating func add(controls: [UInt32]) {
    for control in controls.compactMap(Unicode.Scalar.init) { bytes += Array(String(control).utf8) }
  }

  private static func preserves(_ node: NodeID, _ vectors: VectorElements) -> Bool {
    var node = node
    while !node.isNone, vectors.document.isElement(node) {
      if let space = vectors.document.names.find("space"),
        let value = vectors.document.attribute(node, space, namespace: .xml)
      {
        return value == "preserve"
      }
      node = vectors.document.parent(node)
    }
    return false
  }

  private mutating func add(
    _ element: NodeID, _ style: ComputedStyle, preserves: Bool, decorations: [Int], opacity: Double = 1, depth: Int
  ) {
    guard depth < Self.maximumDepth, style.box.display != .none else { return }
    let document = vectors.document
    let place = elements.count
    let first = characters.count
    elements.append((element, style, first..<first))
    let span = spans.count
    var decorations = decorations
    if !style.effect.decorationLines.isEmpty { decorations.append(span) }
    let opacity = depth == 0 ? 1 : opacity * Double(max(0, min(1, style.effect.opacity)))
    spans.append(VectorText.Span(element: element, style: style, decorations: decorations, opacity: opacity))
    let codes = BidiCodes(style.box.unicodeBidi, style.text.direction, isBlock: depth == 0)
    add(controls: codes.open)
    var child = document.firstChild(element)
    while !child.isNone {
      switch document.kind(child) {
      case .text: add(characters: document.text(child), span, style, preserves)
      case .element:
        let isTextPath = vectors.name(child) == "textPath"
        // A path stands in the text itself, not in another.
        guard vectors.name(child) == "tspan" || vectors.name(child) == "a" || isTextPath && depth == 0,
          vectors.meetsConditions(child)
        else { break }
        let own = instance.map { vectors.style(child, under: style, inInstanceOf: $0) } ?? vectors.style(child)
        let keeps = Self.preserves(child, vectors)
        add(child, own, preserves: keeps, decorations: decorations, opacity: opacity, depth: depth + 1)
      case .document, .documentType, .comment, .processingInstruction, .documentFragment: break
      }
      child = document.nextSibling(child)
    }
    add(controls: codes.close)
    elements[place].range = first..<characters.count
  }

  private mutating func add(
    characters source: some Sequence<UInt8>, _ span: Int, _ style: ComputedStyle, _ preserves: Bool
  ) {
    let transformed = TransformedText.of(
      Array(source), in: style, of: spans[span].element, vectors.document, isInWord: &isInWord)
    let text = String(decoding: transformed, as: UTF8.self)
    let collapses =
      !preserves && (style.text.whiteSpaceCollapse == .collapse || style.text.whiteSpaceCollapse == .preserveBreaks)
    for scalar in text.unicodeScalars {
      guard characters.count < Self.maximumCharacters else {
        vectors.isCutShort = true
        return
      }
      let isSpace = scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r"
      if isSpace, collapses, endsInSpace { continue }
      endsInSpace = isSpace && collapses
      characters.append((bytes.count, span, scalar.value > 0xFFFF ? 2 : 1))
      if isSpace { bytes.append(0x20) } else { bytes += Array(String(scalar).utf8) }
    }
  }

  /// Takes the text apart in chunks, which are neither joined nor ordered with each other. `starts`: whether one begins
  /// with a character.
  /// https://svgwg.org/svg2-draft/text.html#TextLayoutAutoBidi
  mutating func isolate(_ style: ComputedStyle, starts: (Int) -> Bool) {
    guard characters.indices.dropFirst().contains(where: starts) else { return }
    let codes = BidiCodes(.isolate, style.text.direction, isBlock: false)
    let (source, places) = (bytes, characters.map(\.offset))
    bytes = Array(source[..<(places.first ?? 0)])
    var isOpen = false
    for index in characters.indices {
      if index > 0, starts(index) {
        if isOpen { add(controls: codes.close) }
        add(controls: codes.open)
        isOpen = true
      }
      let end = index + 1 < places.count ? places[index + 1] : source.count
      characters[index].offset = bytes.count
      bytes += source[places[index]..<end]
    }
    if isOpen { add(controls: codes.close) }
  }

  private mutating func dropLastSpace() {
    guard endsInSpace, let last = characters.last, bytes[last.offset] == 0x20 else { return }
    characters.removeLast()
    bytes.remove(at: last.offset)
    for index in elements.indices {
      let range = elements[index].range
      let end = min(range.upperBound, characters.count)
      elements[index].range = min(range.lowerBound, end)..<end
    }
  }
}
