import OffscreenCSS
import OffscreenDOM
import OffscreenLayout
import OffscreenText

/// Where the SVG renderer puts an SVG text's characters, as far as its bounding box needs it.
/// Not implemented: text on paths, vertical text, and places of characters other than an element's first one.
struct VectorTextMeasure {
  private let elements: VectorElements
  private let fonts: PageFonts
  private let viewport: (width: Double, height: Double)
  private var pen = PaintPoint.zero
  /// Of what is placed together: https://svgwg.org/svg2-draft/text.html#TermTextChunk
  private var chunk: (box: PaintRect, start: Double, anchor: String?)?
  private var result: PaintRect?
  /// White space before the first character and after other white space is left out.
  private var endsInSpace = true
  private var bytesLeft = 20_000

  private static let maximumDepth = 32

  /// The box around the em boxes of an element's characters; nil where there are none.
  /// https://svgwg.org/svg2-draft/text.html#TextElementSpecialNotes
  static func box(of text: NodeID, _ elements: VectorElements, _ fonts: PageFonts) -> PaintRect? {
    var measure = VectorTextMeasure(elements, fonts, text)
    measure.add(text, depth: 0)
    measure.endChunk()
    return measure.result
  }

  private init(_ elements: VectorElements, _ fonts: PageFonts, _ text: NodeID) {
    (self.elements, self.fonts, viewport) = (elements, fonts, elements.viewport(of: text))
  }

  private mutating func add(_ element: NodeID, depth: Int) {
    guard depth < Self.maximumDepth, elements.style(element).box.display != .none else { return }
    func first(_ name: String, _ basis: Double) -> Double? {
      let value = elements.attribute(element, name)?.split { $0 == " " || $0 == "," || $0 == "\n" || $0 == "\t" }.first
      let size = Double(elements.style(element).font.size)
      return value.flatMap { VectorElements.length(String($0), basis: basis, fontSize: size) }
    }
    let (x, y) = (first("x", viewport.width), first("y", viewport.height))
    if x != nil || y != nil { endChunk() }
    pen.x = (x ?? pen.x) + (first("dx", viewport.width) ?? 0)
    pen.y = (y ?? pen.y) + (first("dy", viewport.height) ?? 0)
    let document = elements.document
    var child = document.firstChild(element)
    while !child.isNone {
      switch document.kind(child) {
      case .text: add(characters: document.text(child), elements.style(element))
      case .element: if let name = elements.name(child), name == "tspan" || name == "a" { add(child, depth: depth + 1) }
      case .document, .documentType, .comment, .processingInstruction, .documentFragment: break
      }
      child = document.nextSibling(child)
    }
  }

  private mutating func add(characters: some Sequence<UInt8>, _ style: ComputedStyle) {
    var bytes: [UInt8] = []
    for byte in characters.prefix(bytesLeft) {
      let isSpace = byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
      if !isSpace || !endsInSpace { bytes.append(isSpace ? 0x20 : byte) }
      endsInSpace = isSpace
    }
    bytesLeft -= bytes.count
    guard !bytes.isEmpty else { return }
    let font = fonts.intern(FontRequest(style.font, language: ""))
    var width = style.text.letterSpacing.pixels(basis: Double(style.font.size)) * Double(bytes.count)
    for item in fonts.itemize(bytes, spans: [TextSpan(range: 0..<bytes.count, font: font)]) {
      width += fonts.shape(item, in: bytes).width
    }
    let metrics = fonts.metrics(fonts.primaryFont(font))
    let box = PaintRect(
      x: pen.x, y: pen.y - metrics.ascent, width: max(0, width), height: metrics.ascent + metrics.descent)
    chunk = (
      chunk?.box.union(box) ?? box, chunk?.start ?? pen.x,
      chunk?.anchor ?? style.inherited.vector.text(.textAnchor) ?? "start"
    )
    pen.x += width
  }

  /// Puts the chunk beside or around the point that it was to start at.
  private mutating func endChunk() {
    guard let ended = chunk else { return }
    let length = pen.x - ended.start
    let shift =
      switch ended.anchor {
      case "middle": -length / 2
      case "end": -length
      case _: 0.0
      }
    let box = ended.box.offset(x: shift, y: 0)
    result = result?.union(box) ?? box
    chunk = nil
  }
}
