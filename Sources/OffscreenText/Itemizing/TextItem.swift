/// The orientation of glyphs in vertical text.
package enum TextOrientation: UInt8, Hashable, Sendable {
  /// Horizontal text.
  case horizontal
  /// Vertical text: each character by its own nature (`text-orientation: mixed`).
  case mixed
  /// Vertical text, every character upright.
  case upright
  /// Vertical text, every character turned; it is shaped as if horizontal.
  case sideways
}

/// A part of a paragraph in one style. The range counts UTF-8 bytes.
package struct TextSpan: Hashable, Sendable {
  package var range: Range<Int>
  package var font: FontRequestID
  package var letterSpacing: Double
  package var wordSpacing: Double
  package var orientation: TextOrientation

  package init(
    range: Range<Int>, font: FontRequestID, letterSpacing: Double = 0, wordSpacing: Double = 0,
    orientation: TextOrientation = .horizontal
  ) {
    self.range = range
    self.font = font
    self.letterSpacing = letterSpacing
    self.wordSpacing = wordSpacing
    self.orientation = orientation
  }
}

/// The direction that the bidirectional algorithm starts a paragraph with.
package enum BaseDirection: UInt8, Hashable, Sendable {
  case leftToRight
  case rightToLeft
  /// That of the first strong character (`unicode-bidi: plaintext`), left to right without one.
  case automatic
}

/// A part of a paragraph in one span, font, script and bidi level. Items cover the text in order.
package struct TextItem: Hashable, Sendable {
  package var range: Range<Int>
  package var font: FontID
  /// The bidi embedding level: odd is right to left.
  package var level: UInt8
  /// The index of its span.
  package var span: Int32
  /// The ISO 15924 tag, as HarfBuzz writes it.
  package var script: UInt32
  /// An atomic inline's U+FFFC: there is nothing to shape.
  package var isObject: Bool
  /// Upright vertical text: advances go down.
  package var isUpright: Bool
  package var letterSpacing: Float
  package var wordSpacing: Float
  /// Which interned features and language to shape with.
  var options: Int32
  /// Printable ASCII only, left to right: words may come from the cache.
  var isSimple: Bool

  package var isRightToLeft: Bool { level & 1 != 0 }
}

/// One glyph of a run.
package struct Glyph: Hashable, Sendable {
  /// The index in the font; `invisible` draws nothing.
  package var id: UInt32
  /// The UTF-8 offset, in the paragraph's text, where its cluster starts.
  package var cluster: Int32
  /// CSS pixels along the line.
  package var advance: Float
  /// From the pen to the glyph's origin, CSS pixels; x to the right, y up.
  package var xOffset: Float
  package var yOffset: Float
  /// Cutting the text before this cluster and shaping both halves may change the glyphs.
  package var isUnsafeToBreak: Bool

  package static let invisible = UInt32.max

  package init(
    id: UInt32, cluster: Int32, advance: Float, xOffset: Float = 0, yOffset: Float = 0,
    isUnsafeToBreak: Bool = false
  ) {
    self.id = id
    self.cluster = cluster
    self.advance = advance
    self.xOffset = xOffset
    self.yOffset = yOffset
    self.isUnsafeToBreak = isUnsafeToBreak
  }
}

/// A shaped piece of an item. Glyphs are in visual order, left to right: in a right-to-left run
/// the clusters descend. A cluster may have several glyphs, and a glyph may stand for several
/// characters (a ligature); then only the cluster's first character is named.
package struct ShapedRun: Sendable {
  package var font: FontID
  package var level: UInt8
  package var range: Range<Int>
  package var glyphs: [Glyph]
  /// The sum of the advances. Chromium rounds it up to a whole layout unit.
  package var width: Double

  package init(font: FontID, level: UInt8, range: Range<Int>, glyphs: [Glyph], width: Double) {
    self.font = font
    self.level = level
    self.range = range
    self.glyphs = glyphs
    self.width = width
  }
}
